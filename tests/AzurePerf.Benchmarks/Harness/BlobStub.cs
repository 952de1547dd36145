using Microsoft.AspNetCore.Http;

namespace AzurePerf.Benchmarks.Harness;

/// <summary>A blob service that has one blob of 1 KB and answers every download with it.</summary>
internal static class BlobStub
{
    private static readonly byte[] Content = new byte[ClientOperation.BlobBytes];

    public static Task AnswerAsync(HttpContext context)
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
