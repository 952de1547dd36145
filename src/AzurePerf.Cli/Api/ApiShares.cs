using System.Text.Json.Nodes;
using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Api;

/// <summary>The links of the API.</summary>
internal static class ApiShares
{
    private const string Path = "api/v1/shares";

    public static Task<ApiDocument<ShareListResponse>> ListSharesAsync(this ApiClient api, CancellationToken cancellationToken) =>
        api.GetAsync<ShareListResponse>(Path, "the list of links", cancellationToken);

    /// <summary>Makes a link. A lost answer is not asked for again: the link in it cannot be shown twice.</summary>
    public static Task<ApiDocument<ShareResponse>> CreateShareAsync(
        this ApiClient api, JsonObject request, CancellationToken cancellationToken) => api.SendAsync<ShareResponse>(
            new(HttpMethod.Post, Path) { Content = ApiClient.JsonText(request) }, "the link was not made", cancellationToken);

    public static Task RevokeShareAsync(this ApiClient api, string id, CancellationToken cancellationToken) => api.SendAsync(
        new(HttpMethod.Delete, $"{Path}/{Uri.EscapeDataString(id)}"), $"link {id} was not revoked", cancellationToken);
}
