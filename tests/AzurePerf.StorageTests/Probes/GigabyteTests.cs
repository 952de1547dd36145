using System.Globalization;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Content;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Testing.Http;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace AzurePerf.StorageTests.Probes;

[Collection(nameof(AloneCollection))]
public sealed class GigabyteTests
{
    /// <summary>Four times what may be in memory of it; in the night a gigabyte.</summary>
    private static readonly long BlobBytes = Night.Size(usually: 256 << 20, atNight: 1 << 30);

    // For everything together, the service in this process included: a fraction of what holding the blob would take.
    private const long MostAllocatedBytes = 64 << 20;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(64L << 20)]
    [InlineData(2L << 30)]
    public async Task A_large_upload_is_never_in_memory(long blockBytes)
    {
        var wireRequests = blockBytes > BlobBytes ? 1 : (int)(BlobBytes / blockBytes) + 1;
        var received = 0L;
        await using var service = await LoopbackService.StartAsync(
            async context =>
            {
                var bytes = await DrainAsync(context.Request.Body);
                received += context.Request.Query["comp"] == "blocklist" ? 0 : bytes;
                Stored(context);
            },
            Token);
        var result = await RunAsync(service, "blob.upload", new BlobUploadOptions { BlobBytes = BlobBytes, BlockBytes = blockBytes }, () => received = 0);
        Assert.Equal(new OperationResult(BlobBytes, wireRequests), result);
        Assert.Equal(BlobBytes, received);
    }

    [Fact]
    public async Task A_large_download_is_verified_and_never_in_memory()
    {
        var payload = new Payload(1, BlobBytes);
        await using var service = await LoopbackService.StartAsync(context => ServeAsync(context, payload), Token);
        var result = await RunAsync(service, "blob.download", new BlobDownloadOptions { BlobBytes = BlobBytes }, () => { });
        Assert.Equal(new OperationResult(BlobBytes, 1), result);
    }

    private static async Task<OperationResult> RunAsync(LoopbackService service, string name, MeasurementOptions options, Action beforeMeasuring)
    {
        using var target = StorageTarget.Open(service.Address, 1, 1, TimeSpan.FromMinutes(2));
        await using var probe = (IProbe)new ProbeCatalog(BuiltInProbes.All).Create(new(name, options), UnregisteredScope.Over(target));
        await probe.PreparePointAsync(Token);
        beforeMeasuring();
        var before = GC.GetTotalAllocatedBytes();
        var result = await probe.ExecuteAsync(new(0, 0, WarmUp: false), Token);
        Assert.InRange(GC.GetTotalAllocatedBytes() - before, 0, MostAllocatedBytes);
        return result;
    }

    private static async Task ServeAsync(HttpContext context, Payload payload)
    {
        if (context.Request.Method != HttpMethods.Get)
        {
            await DrainAsync(context.Request.Body);
            Stored(context);
            return;
        }

        Headers(context);
        context.Response.Headers["x-ms-blob-type"] = "BlockBlob";
        context.Response.ContentLength = payload.LengthBytes;
        await payload.OpenRead().CopyToAsync(context.Response.Body, context.RequestAborted);
    }

    private static async Task<long> DrainAsync(Stream body)
    {
        var buffer = new byte[128 << 10];
        var bytes = 0L;
        for (int read; (read = await body.ReadAsync(buffer)) > 0;)
        {
            bytes += read;
        }

        return bytes;
    }

    private static void Stored(HttpContext context)
    {
        Headers(context);
        context.Response.StatusCode = StatusCodes.Status201Created;
        context.Response.Headers["x-ms-request-server-encrypted"] = "true";
    }

    private static void Headers(HttpContext context)
    {
        context.Response.Headers.ETag = "\"0x1\"";
        context.Response.Headers.LastModified = DateTimeOffset.UnixEpoch.ToString("r", CultureInfo.InvariantCulture);
    }
}
