using System.Text;
using AzurePerf.Core.Access;
using Xunit;

namespace AzurePerf.UnitTests.Access;

public sealed class PrincipalTests
{
    private const string Id = "11111111-2222-3333-4444-555555555555";

    [Fact]
    public void Id_name_and_roles_are_read()
    {
        var principal = Read("""
            {"auth_typ":"aad","name_typ":"name","role_typ":"r","claims":[
              {"typ":"roles","val":"AzurePerf.Read"},{"typ":"r","val":"AzurePerf.Submit"},
              {"typ":"http://schemas.microsoft.com/ws/2008/06/identity/claims/role","val":"AzurePerf.Admin"},{"typ":"name","val":"AzurePerf.Nothing"}]}
            """)!;

        Assert.Equal((Id, "ann@example.com"), (principal.Id, principal.Name));
        Assert.Equal(["AzurePerf.Read", "AzurePerf.Submit", "AzurePerf.Admin"], principal.Roles);
    }

    [Theory]
    [InlineData("""{"auth_typ":"github","claims":[]}""")]
    [InlineData("""{"claims":[]}""")]
    [InlineData("""{"auth_typ":"aad"}""")]
    [InlineData("""{"auth_typ":"aad","claims":{}}""")]
    [InlineData("""{"auth_typ":"aad","claims":[1]}""")]
    [InlineData("""{"auth_typ":"aad","claims":[{"typ":1,"val":"x"}]}""")]
    [InlineData("[]")]
    [InlineData("nonsense")]
    [InlineData("")]
    public void Nobody_is_read_out_of_anything_else(string json) => Assert.Null(Read(json));

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("a\nb")]
    public void Nobody_is_read_without_an_id(string? id) => Assert.Null(Principal.Read(Encode("""{"auth_typ":"aad","claims":[]}"""), id, "x"));

    [Fact]
    public void Nobody_is_read_out_of_what_is_not_base64() => Assert.Null(Principal.Read("{}", Id, "x"));

    private static Principal? Read(string json) => Principal.Read(Encode(json), Id, "ann@example.com");

    private static string Encode(string json) => Convert.ToBase64String(Encoding.UTF8.GetBytes(json));
}
