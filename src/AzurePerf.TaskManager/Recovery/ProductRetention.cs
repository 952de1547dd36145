using System.Runtime.CompilerServices;
using AzurePerf.Core.Products;
using AzurePerf.Storage.Products;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>Removes products of images that nobody has used for long, and says what went.</summary>
internal sealed partial class ProductRetention(
    ProductRemoval products, TaskManagerOptions options, TimeProvider time, ILogger<ProductRetention> logger)
{
    /// <summary>How often all products are looked at.</summary>
    public static readonly TimeSpan Every = TimeSpan.FromDays(1);

    /// <summary>When they are first looked at: one that starts has runs to look after.</summary>
    public static readonly TimeSpan FirstAfter = TimeSpan.FromHours(1);

    /// <summary>Removes what is due; what that was, as the last item. Pauses after every few requests.</summary>
    /// <param name="oldestOpen">When the oldest run that has not ended was submitted; null where none is open.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async IAsyncEnumerable<RemovedProducts?> RemoveDueAsync(
        DateTimeOffset? oldestOpen, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var keep = ProductKeeping.KeepOf(options.ProductRetention, oldestOpen, time.GetUtcNow());
        await foreach (var outcome in products.RemoveDueAsync(keep, cancellationToken))
        {
            if (outcome is { IsWorthSaying: true })
            {
                LogRemoved(outcome.Products, outcome.Bytes, outcome.RowsWithoutBlob, outcome.BlobsWithoutRow, outcome.Leftovers);
            }

            if (outcome is { Refused: > 0 })
            {
                LogRefused(outcome.Refused, string.Join("; ", outcome.Refusals));
            }

            yield return outcome;
        }
    }

    [LoggerMessage(Level = LogLevel.Information,
        Message = "Removed {Products} products ({Bytes} bytes) that nobody used, {Rows} rows without blob and {Leftovers} files of "
            + "products that are not there; {Blobs} products got the row that they lacked")]
    private partial void LogRemoved(int products, long bytes, int rows, int blobs, int leftovers);

    [LoggerMessage(Level = LogLevel.Warning, Message = "{Count} blobs of products could not be read or removed: {Why}")]
    private partial void LogRefused(int count, string why);
}
