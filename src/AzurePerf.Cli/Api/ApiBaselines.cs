using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Api;

/// <summary>The baselines of the API.</summary>
internal static class ApiBaselines
{
    public static Task<ApiDocument<BaselineListResponse>> ListBaselinesAsync(this ApiClient api, CancellationToken cancellationToken) =>
        api.GetAsync<BaselineListResponse>("api/v1/baselines", "the list of baselines", cancellationToken);

    public static Task MarkBaselineAsync(this ApiClient api, string id, CancellationToken cancellationToken) =>
        api.SendAsync<BaselineResponse>(new(HttpMethod.Put, Of(id)), $"run {id} did not become the baseline", cancellationToken);

    public static Task UnmarkBaselineAsync(this ApiClient api, string id, CancellationToken cancellationToken) =>
        api.SendAsync(new(HttpMethod.Delete, Of(id)), $"run {id} stays what it is", cancellationToken);

    private static string Of(string id) => $"api/v1/runs/{Uri.EscapeDataString(id)}/baseline";
}
