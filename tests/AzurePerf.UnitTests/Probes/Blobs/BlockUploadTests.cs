using System.Net;
using Azure.Core.Pipeline;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Specialized;
using AzurePerf.Probes.Blobs;
using AzurePerf.Probes.Content;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Blobs;

public sealed class BlockUploadTests
{
    [Theory]
    [InlineData(1, 65_536, 1)]
    [InlineData(65_536, 65_536, 1)]
    [InlineData(65_537, 65_536, 3)]
    [InlineData(131_072, 65_536, 3)]
    [InlineData(1L << 40, 64 << 20, 16_385)]
    public void A_blob_larger_than_a_block_takes_one_request_per_block_and_one_for_the_list(long blobBytes, long blockBytes, int requests) =>
        Assert.Equal(requests, new BlockUpload(new Payload(1, blobBytes), blockBytes).Requests);

    [Theory]
    [InlineData(65_535, 65_536)]
    [InlineData(65_536, 65_536)]
    [InlineData(65_537, 65_536)]
    [InlineData(131_072, 65_536)]
    public async Task The_requests_that_are_planned_are_those_that_are_sent(long blobBytes, long blockBytes)
    {
        using var service = new CountingService();
        using var http = new HttpClient(service);
        using var transport = new HttpClientTransport(http);
        var blob = new BlockBlobClient(new Uri("http://127.0.0.1/account/container/blob"), new BlobClientOptions { Transport = transport });
        var upload = new BlockUpload(new Payload(1, blobBytes), blockBytes);

        await upload.RunAsync(blob, TestContext.Current.CancellationToken);

        Assert.Equal(upload.Requests, service.Requests);
    }

    /// <summary>Takes whatever is written.</summary>
    private sealed class CountingService : HttpMessageHandler
    {
        public int Requests { get; private set; }

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Requests++;
            await request.Content!.CopyToAsync(Stream.Null, cancellationToken);
            var answer = new HttpResponseMessage(HttpStatusCode.Created) { Content = new ByteArrayContent([]) };
            answer.Headers.TryAddWithoutValidation("ETag", "\"0x1\"");
            answer.Content.Headers.LastModified = DateTimeOffset.UnixEpoch;
            return answer;
        }
    }
}
