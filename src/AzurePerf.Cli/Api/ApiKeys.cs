using System.Text.Json.Nodes;
using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Api;

/// <summary>The keys of the API.</summary>
internal static class ApiKeys
{
    private const string Path = "api/v1/keys";

    public static Task<ApiDocument<KeyListResponse>> ListKeysAsync(this ApiClient api, CancellationToken cancellationToken) =>
        api.GetAsync<KeyListResponse>(Path, "the list of keys", cancellationToken);

    /// <summary>Makes a key. A lost answer is not asked for again: the key in it cannot be shown twice.</summary>
    public static Task<ApiDocument<KeyResponse>> CreateKeyAsync(
        this ApiClient api, JsonObject request, CancellationToken cancellationToken) => api.SendAsync<KeyResponse>(
            new(HttpMethod.Post, Path) { Content = ApiClient.JsonText(request) }, "the key was not made", cancellationToken);

    public static Task RevokeKeyAsync(this ApiClient api, string id, CancellationToken cancellationToken) => api.SendAsync(
        new(HttpMethod.Delete, $"{Path}/{Uri.EscapeDataString(id)}"), $"key {id} was not revoked", cancellationToken);
}
