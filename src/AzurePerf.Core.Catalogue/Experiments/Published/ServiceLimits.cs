using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Experiments.Published;

/// <summary>Which published limit the operations of a point meet first.</summary>
/// <remarks>
/// Source: Microsoft, "Scalability and performance targets" for standard storage accounts, Blob, Queue and Table storage: 2,000 messages of
/// 1 KiB per second in a queue, 2,000 entities of 1 KiB per second in a partition, 500 requests per second to a blob, 20,000 requests per
/// second to an account (more in some regions, and on request).
/// </remarks>
public static class ServiceLimits
{
    private const long Account = 20_000;
    private const long Queue = 2_000;
    private const long Partition = 2_000;
    private const long Blob = 500;

    /// <summary>Null for operations of which no limit is known.</summary>
    public static ServiceLimit? Of(MeasurementOptions options) => options switch
    {
        QueueOptions queue => Smaller(queue.Queues, Queue, "queue", "messages/s of 1 KiB"),
        TableOptions table => Smaller(table.Partitions, Partition, "table partition", "entities/s of 1 KiB"),
        BlobDownloadOptions download => Smaller(download.Containers, Blob, "blob", "requests/s"),
        BlobOptions => OfAccount,
        _ => null,
    };

    private static ServiceLimit OfAccount { get; } = new("the account", Account, "requests/s");

    private static ServiceLimit Smaller(int count, long each, string resource, string unit) =>
        count * each >= Account
            ? OfAccount
            : new(count == 1 ? $"one {resource}" : FormattableString.Invariant($"{count} {resource}s"), count * each, unit);
}
