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
    public static void AddDocumentCompression(this IServiceCollection services)
    {
        services.AddResponseCompression(compression =>
        {
            compression.EnableForHttps = true;
            compression.Providers.Add<GzipCompressionProvider>();
            compression.MimeTypes = ["application/json", "application/problem+json", "application/jsonl", "text/csv", "text/plain",
                "application/openmetrics-text"];
        });
        services.Configure<GzipCompressionProviderOptions>(gzip => gzip.Level = CompressionLevel.Fastest);
    }

    public static void UseDocumentCompression(this IApplicationBuilder app) =>
        app.UseWhen(context => context.Request.IsApi(), api => api.UseResponseCompression());
}
