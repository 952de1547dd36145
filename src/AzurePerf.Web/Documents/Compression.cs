using System.IO.Compression;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.ResponseCompression;

namespace AzurePerf.Web.Documents;

/// <summary>
/// Answers of the API are compressed for those who take gzip: points and histograms repeat themselves. Pages are not: beside secrets of a
/// form nobody's text may be compressed.
/// </summary>
internal static class Compression
{
    private static readonly string[] Types =
    [
        "application/json", "application/problem+json", "application/jsonl", "text/csv", "text/plain", "application/openmetrics-text",
    ];

    /// <summary>Whether an answer may go out compressed, so that its bytes are not those of the document.</summary>
    public static bool MayCompress(HttpRequest request, string contentType) =>
        request.Headers.AcceptEncoding.Count > 0 && Types.Contains(contentType.Split(';')[0]);

    public static void AddDocumentCompression(this IServiceCollection services)
    {
        services.AddResponseCompression(compression =>
        {
            compression.EnableForHttps = true;
            compression.Providers.Add<GzipCompressionProvider>();
            compression.MimeTypes = Types;
        });
        services.Configure<GzipCompressionProviderOptions>(gzip => gzip.Level = CompressionLevel.Fastest);
    }

    public static void UseDocumentCompression(this IApplicationBuilder app) =>
        app.UseWhen(context => context.Request.IsApi(), api => api.UseResponseCompression());
}
