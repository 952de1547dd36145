namespace AzurePerf.Cli.Api;

/// <summary>What the API gives as files.</summary>
internal static class ApiFiles
{
    /// <summary>What a run measured, as a file.</summary>
    /// <param name="api">The API.</param>
    /// <param name="id">The run.</param>
    /// <param name="format">Of the file; all but parquet are text in UTF-8.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public static Task<ApiFile> ExportAsync(this ApiClient api, string id, string format, CancellationToken cancellationToken) =>
        api.OpenAsync(
            $"api/v1/runs/{Uri.EscapeDataString(id)}/export?format={format}", $"run {id} cannot be exported", cancellationToken);

    /// <summary>A comparison as one file.</summary>
    /// <param name="api">The API.</param>
    /// <param name="runs">Ids, the baseline first.</param>
    /// <param name="options">Metric, margin and what may differ.</param>
    /// <param name="format">html or md.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public static Task<ApiFile> ExportComparisonAsync(
        this ApiClient api, IReadOnlyList<string> runs, IEnumerable<(string Name, string Value)> options, string format,
        CancellationToken cancellationToken) => api.OpenAsync(
            $"api/v1/compare/export?format={format}&runs={string.Join(",", runs)}"
                + string.Concat(options.Select(option => $"&{option.Name}={Uri.EscapeDataString(option.Value)}")),
            "the comparison cannot be exported", cancellationToken);

    /// <summary>One chart of a run as SVG.</summary>
    public static Task<ApiFile> DrawAsync(this ApiClient api, string id, string chart, CancellationToken cancellationToken) =>
        api.OpenAsync(
            $"api/v1/runs/{Uri.EscapeDataString(id)}/charts/{Uri.EscapeDataString(chart)}.svg",
            $"chart {chart} of run {id} cannot be drawn", cancellationToken);

    /// <summary>Opens the file that answers a request. The API gives each a name; an answer without one is the page of something
    /// else.</summary>
    /// <param name="api">The API.</param>
    /// <param name="request">Asks for it.</param>
    /// <param name="address">What it is called in complaints.</param>
    /// <param name="complaint">What is said where there is no good answer.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public static async Task<ApiFile> OpenAsync(
        this ApiClient api, HttpRequestMessage request, string address, string complaint, CancellationToken cancellationToken)
    {
        var response = await api.ReachAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        if (response.IsSuccessStatusCode && response.Content.Headers.ContentDisposition is { FileName.Length: > 0 })
        {
            return new(response, address);
        }

        using (response)
        {
            throw response.IsSuccessStatusCode
                ? api.Unexpected(complaint, "file", "without a name")
                : await api.DescribeAsync(complaint, response, cancellationToken);
        }
    }

    /// <summary>Again where what failed may pass: nothing of the file was written yet.</summary>
    private static Task<ApiFile> OpenAsync(this ApiClient api, string path, string complaint, CancellationToken cancellationToken) =>
        api.AgainAsync(
            async () =>
            {
                using var request = new HttpRequestMessage(HttpMethod.Get, path);
                return await api.OpenAsync(request, "/" + path, complaint, cancellationToken);
            },
            cancellationToken);
}
