using AzurePerf.Core.Targets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Benchmarks.Harness;

/// <summary>A blob service in this process that has one blob of 1 KB and answers every download with it, over a real connection.</summary>
internal sealed class BlobStub : IAsyncDisposable
{
    private static readonly byte[] Content = new byte[ClientOperation.BlobBytes];

    private readonly WebApplication _application;

    private BlobStub(WebApplication application) => _application = application;

    public StorageAccountAddress Address
    {
        get
        {
            var endpoint = _application.Urls.Single() + "/account";
            return StorageAccountAddress.Parse($"AccountName=account;AccountKey=c2VjcmV0;BlobEndpoint={endpoint};QueueEndpoint={endpoint};TableEndpoint={endpoint}");
        }
    }

    public static async Task<BlobStub> StartAsync(CancellationToken cancellationToken)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var application = builder.Build();
        application.Run(AnswerAsync);
        await application.StartAsync(cancellationToken);
        return new(application);
    }

    public async ValueTask DisposeAsync()
    {
        await _application.StopAsync(new CancellationToken(canceled: true));
        await _application.DisposeAsync();
    }

    private static Task AnswerAsync(HttpContext context)
    {
        var headers = context.Response.Headers;
        headers.ETag = "\"0x8D0000000000000\"";
        headers.LastModified = "Sat, 01 Aug 2026 10:20:30 GMT";
        headers["x-ms-version"] = "2024-11-04";
        headers["x-ms-blob-type"] = "BlockBlob";
        headers["x-ms-request-id"] = "00000000-0000-0000-0000-000000000000";
        context.Response.ContentType = "application/octet-stream";
        context.Response.ContentLength = Content.Length;
        return context.Response.Body.WriteAsync(Content, context.RequestAborted).AsTask();
    }
}
