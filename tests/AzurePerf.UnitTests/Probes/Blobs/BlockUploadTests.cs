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
}
