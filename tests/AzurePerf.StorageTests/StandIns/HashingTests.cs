using Azure;
using Azure.Core;
using Azure.Storage;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using Azure.Storage.Queues;
using Azure.Storage.Queues.Models;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.StorageTests.StandIns;

/// <summary>The official blob and queue clients on our hash base class.</summary>
public sealed class HashingTests(AzuriteFixture azurite)
{
    private const int BlockBytes = 64 * 1024;

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Blobs_go_up_and_come_down_unchanged()
    {
        BlobContainerClient container = await azurite.CreateContainerAsync();
        byte[] content = Content(5 * BlockBytes + 17);
        BlobClient blob = container.GetBlobClient("plain");

        await blob.UploadAsync(BinaryData.FromBytes(content), Cancel);
        BlobDownloadResult down = await blob.DownloadContentAsync(Cancel);

        Assert.Equal(content, down.Content.ToArray());
    }

    [Theory]
    [InlineData(1_000, 1)]
    [InlineData(5 * BlockBytes + 17, 6)]
    public async Task A_blob_goes_up_with_the_right_crc64_of_each_block(int bytes, int blocks)
    {
        var recorder = new Crc64Recorder();
        var client = new BlobClientOptions();
        client.AddPolicy(recorder, HttpPipelinePosition.PerCall);
        BlobContainerClient container = await azurite.CreateContainerAsync(client);
        byte[] content = Content(bytes);
        BlobClient blob = container.GetBlobClient("checked");
        var options = new BlobUploadOptions
        {
            TransferValidation = new UploadTransferValidationOptions { ChecksumAlgorithm = StorageChecksumAlgorithm.StorageCrc64 },
            TransferOptions = new StorageTransferOptions { InitialTransferSize = BlockBytes, MaximumTransferSize = BlockBytes },
        };

        await blob.UploadAsync(new MemoryStream(content), options, Cancel);

        Assert.Equal(blocks, recorder.Checksums.Count);
        Assert.Equal(
            content.Chunk(BlockBytes).Select(StorageCrc64.Base64).Order(StringComparer.Ordinal),
            recorder.Checksums.Order(StringComparer.Ordinal));
        Assert.Equal(content, (await blob.DownloadContentAsync(Cancel)).Value.Content.ToArray());
    }

    [Fact]
    public async Task A_message_goes_through_a_queue_and_is_deleted()
    {
        QueueClient queue = await azurite.CreateQueueAsync();

        await queue.SendMessageAsync("hello", Cancel);
        PeekedMessage peeked = await queue.PeekMessageAsync(Cancel);
        QueueMessage received = await queue.ReceiveMessageAsync(cancellationToken: Cancel);
        Response deleted = await queue.DeleteMessageAsync(received.MessageId, received.PopReceipt, Cancel);

        Assert.Equal("hello", peeked.MessageText);
        Assert.Equal("hello", received.MessageText);
        Assert.Equal(204, deleted.Status);
    }

    private static byte[] Content(int bytes)
    {
        var content = new byte[bytes];
        new Random(7).NextBytes(content);
        return content;
    }
}
