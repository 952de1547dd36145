using System.Text;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>What Container Apps adds to the requests of a signed-in principal.</summary>
internal static class PrincipalHeaders
{
    public static (string Name, string Value)[] Of(string role, string name = "ann@example.com", string id = "11111111-2222-3333-4444-555555555555")
    {
        var document = $$"""{"auth_typ":"aad","claims":[{"typ":"roles","val":"{{role}}"}]}""";
        return
        [
            ("X-MS-CLIENT-PRINCIPAL", Convert.ToBase64String(Encoding.UTF8.GetBytes(document))),
            ("X-MS-CLIENT-PRINCIPAL-ID", id),
            ("X-MS-CLIENT-PRINCIPAL-NAME", name),
        ];
    }
}
