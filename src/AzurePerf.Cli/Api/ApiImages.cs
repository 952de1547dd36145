using System.Net;
using System.Net.Http.Headers;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Api;

/// <summary>The images of the API.</summary>
internal static partial class ApiImages
{
    /// <summary>What a request for images would come to; nothing is stored.</summary>
    public static Task<ApiDocument<ImageEstimateResponse>> EstimateImagesAsync(
        this ApiClient api, JsonObject request, CancellationToken cancellationToken) => api.SendAsync<ImageEstimateResponse>(
            new(HttpMethod.Post, "api/v1/images/estimate") { Content = ApiClient.JsonText(request) }, "nothing was submitted",
            cancellationToken);

    /// <summary>What the catalogue of products comes to, with the advice to keep or to make again.</summary>
    public static Task<ApiDocument<ImageKeepingResponse>> GetImageKeepingAsync(this ApiClient api, CancellationToken cancellationToken) =>
        api.GetAsync<ImageKeepingResponse>("api/v1/images/keeping", "the list of products", cancellationToken);

    /// <summary>What a run made.</summary>
    public static Task<ApiDocument<ImageListResponse>> GetImagesAsync(
        this ApiClient api, string run, CancellationToken cancellationToken) =>
        api.GetAsync<ImageListResponse>(PathOf(run), $"the images of run {run}", cancellationToken);

    /// <summary>The same where the run may have made none; null then, with the sentence of the API.</summary>
    public static async Task<(ApiDocument<ImageListResponse>? Images, string Reason)> FindImagesAsync(
        this ApiClient api, string run, CancellationToken cancellationToken)
    {
        try
        {
            return (await api.GetImagesAsync(run, cancellationToken), "");
        }
        catch (ApiFailure failure) when (failure.Status == HttpStatusCode.NotFound)
        {
            return (null, failure.Message);
        }
    }

    /// <summary>What the API says of one of a run's files; null where it does not say: opening the file tells why.</summary>
    /// <inheritdoc cref="OpenImageFileAsync"/>
    public static async Task<ApiFileHead?> FindImageFileAsync(
        this ApiClient api, string run, string address, CancellationToken cancellationToken)
    {
        using var request = new HttpRequestMessage(HttpMethod.Head, FilePathOf(run, address));
        using var response = await api.ReachAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        if (response.IsSuccessStatusCode)
        {
            return ApiFileHead.Of(response);
        }

        var failure = await api.DescribeAsync($"{address} cannot be asked for", response, cancellationToken);
        return failure.Passing ? throw failure : null;
    }

    /// <summary>Opens one of a run's files.</summary>
    /// <param name="api">The API.</param>
    /// <param name="run">The run.</param>
    /// <param name="address">Where the API says the file is: below the run's images, or it is refused.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    /// <param name="rest">What is wanted of it, unless it changed: then, as without, all of it comes.</param>
    /// <exception cref="ApiFailure">No good answer.</exception>
    /// <exception cref="CommandFailure">The address leads somewhere else.</exception>
    public static async Task<ApiFile> OpenImageFileAsync(
        this ApiClient api, string run, string address, CancellationToken cancellationToken, (string Tag, long First)? rest = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, FilePathOf(run, address));
        if (rest is var (tag, first))
        {
            request.Headers.Range = new(first, null);
            request.Headers.IfRange = new(new EntityTagHeaderValue(tag));
        }

        return await api.OpenAsync(request, address, $"{address} cannot be downloaded", cancellationToken);
    }

    private static string FilePathOf(string run, string address)
    {
        var path = address.TrimStart('/');
        return path.StartsWith(PathOf(run) + "/", StringComparison.Ordinal) && PlainAddress().IsMatch(path)
            ? path
            : throw new CommandFailure(
                $"the server names '{PlainText.OneLine(address)}' as a file of run {run}, which is no address of its images");
    }

    /// <summary>Where the images of a run are.</summary>
    public static string PathOf(string run) => $"api/v1/runs/{Uri.EscapeDataString(run)}/images";

    /// <summary>Nothing that is another path when it is decoded.</summary>
    [GeneratedRegex(@"\A(?!.*\.\.)[A-Za-z0-9_.?=/-]+\z")]
    private static partial Regex PlainAddress();
}
