using Azure.Data.Tables;
using Azure.Storage.Blobs;
using Azure.Storage.Queues;
using AzurePerf.Core.Measurements;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Benchmarks.Harness;

/// <summary>One request of a client library, the same for both sides: they share the client objects, so what differs is who calls.</summary>
/// <param name="Name">As in the JSON line.</param>
/// <param name="Prepare">Makes what the request reads.</param>
/// <param name="For">The request of one simulated client.</param>
internal sealed record ClientOperation(string Name, Func<StorageTarget, CancellationToken, Task> Prepare, Func<StorageTarget, int, Func<CancellationToken, ValueTask<OperationResult>>> For)
{
    public const int BlobBytes = 1_024;

    private const string Resource = "azpharness";
    private const string Key = "row";

    public static ClientOperation BlobGet { get; } = new(
        "blob.get",
        async (target, cancellationToken) =>
        {
            var container = target.SetUp.Blobs.GetBlobContainerClient(Resource);
            await container.CreateIfNotExistsAsync(cancellationToken: cancellationToken);
            await container.GetBlobClient(Key).UploadAsync(BinaryData.FromBytes(new byte[BlobBytes]), overwrite: true, cancellationToken);
        },
        (target, client) =>
        {
            var blob = target.Lanes[client].Blobs.GetBlobContainerClient(Resource).GetBlobClient(Key);
            var buffer = new byte[BlobBytes];
            return async cancellationToken =>
            {
                using var answer = (await blob.DownloadStreamingAsync(cancellationToken: cancellationToken)).Value;
                await answer.Content.ReadExactlyAsync(buffer, cancellationToken);
                return new(BlobBytes, 1);
            };
        });

    public static ClientOperation TableQuery { get; } = new(
        "table.query",
        async (target, cancellationToken) =>
        {
            var table = target.SetUp.Tables.GetTableClient(Resource);
            await table.CreateIfNotExistsAsync(cancellationToken);
            await table.UpsertEntityAsync(new TableEntity(Resource, Key) { ["content"] = new byte[BlobBytes] }, TableUpdateMode.Replace, cancellationToken);
        },
        (target, client) =>
        {
            TableClient table = target.Lanes[client].Tables.GetTableClient(Resource);
            return async cancellationToken =>
            {
                await table.GetEntityAsync<TableEntity>(Resource, Key, cancellationToken: cancellationToken);
                return new(BlobBytes, 1);
            };
        });

    public static ClientOperation QueuePeek { get; } = new(
        "queue.peek",
        async (target, cancellationToken) =>
        {
            var queue = target.SetUp.Queues.GetQueueClient(Resource);
            await queue.CreateIfNotExistsAsync(cancellationToken: cancellationToken);
            await queue.SendMessageAsync(new string('m', BlobBytes / 2), cancellationToken);
        },
        (target, client) =>
        {
            QueueClient queue = target.Lanes[client].Queues.GetQueueClient(Resource);
            return async cancellationToken =>
            {
                await queue.PeekMessageAsync(cancellationToken);
                return new(BlobBytes / 2, 1);
            };
        });
}
