using AzurePerf.Core.Ids;

namespace AzurePerf.Web.Access;

/// <summary>What a request is about. The gate, the handlers and the audit read it here, so that none of them takes another id than the
/// others.</summary>
internal static class AddressedId
{
    private const string Name = "id";

    /// <summary>The id in the path, or the only one in the query; null when there is none, more than one, or one that cannot be.</summary>
    public static string? Of(HttpRequest request)
    {
        var id = request.RouteValues[Name] as string ?? (request.Query[Name] is [{ } only] ? only : null);
        return IdText.IsValid(id) ? id : null;
    }
}
