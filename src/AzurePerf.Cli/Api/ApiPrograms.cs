using System.Net.Http.Headers;
using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Api;

/// <summary>Users' programs of the API.</summary>
internal static class ApiPrograms
{
    private const string Path = "api/v1/programs";

    public static Task<ApiDocument<ProgramListResponse>> ListProgramsAsync(this ApiClient api, CancellationToken cancellationToken) =>
        api.GetAsync<ProgramListResponse>(Path, "the list of programs", cancellationToken);

    /// <summary>One program.</summary>
    /// <param name="api">The API.</param>
    /// <param name="hash">All of it, or its beginning.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public static Task<ApiDocument<ProgramResponse>> GetProgramAsync(
        this ApiClient api, string hash, CancellationToken cancellationToken) =>
        api.GetAsync<ProgramResponse>($"{Path}/{Uri.EscapeDataString(hash)}", "program " + hash, cancellationToken);

    /// <summary>Uploads a zip file; the same twice is one program.</summary>
    public static Task<ApiDocument<ProgramResponse>> AddProgramAsync(
        this ApiClient api, ReadOnlyMemory<byte> zip, CancellationToken cancellationToken)
    {
        var content = new ReadOnlyMemoryContent(zip);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/zip");
        return api.SendAsync<ProgramResponse>(
            new(HttpMethod.Post, Path) { Content = content }, "the program was not uploaded", cancellationToken);
    }

    public static Task RevokeProgramAsync(this ApiClient api, string hash, CancellationToken cancellationToken) => api.SendAsync(
        new(HttpMethod.Delete, $"{Path}/{Uri.EscapeDataString(hash)}"), $"program {hash} was not revoked", cancellationToken);
}
