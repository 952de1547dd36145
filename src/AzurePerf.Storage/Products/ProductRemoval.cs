using System.Runtime.CompilerServices;
using Azure;
using AzurePerf.Core.Products;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Products;

/// <summary>
/// Removes products that nobody has used for long, and what came apart: rows without blob, and files next to a product that is not there.
/// A blob without row gets one. Nothing goes that was stored or used within a day.
/// </summary>
/// <remarks>
/// A product is removed by version: its row names the ETag of the blob that goes, and only a blob that still has it is deleted. Who notes a
/// use before that changes the row, so that the mark cannot be made; who looks after it takes the product for gone.
/// </remarks>
public sealed class ProductRemoval(IFileStore blobs, IRowStore rows, TimeProvider time)
{
    /// <summary>Goes over all blobs and all rows once: an item is null after each few requests, and the last one is the outcome. One that
    /// breaks off is begun anew.</summary>
    /// <param name="keep">How long products are kept after their last use.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async IAsyncEnumerable<RemovedProducts?> RemoveDueAsync(
        TimeSpan keep, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var outcome = new RemovedProducts();
        var counted = new List<string>();
        await using var files = InDays(blobs.ListAsync("", cancellationToken), PartitionOf, cancellationToken)
            .GetAsyncEnumerator(cancellationToken);
        await using var index = InDays(rows.ListAllAsync(ControlNames.ProductsTable, cancellationToken), PartitionOfRow, cancellationToken)
            .GetAsyncEnumerator(cancellationToken);
        var (filesLeft, rowsLeft) = (await files.MoveNextAsync(), await index.MoveNextAsync());
        while (filesLeft || rowsLeft)
        {
            // Both follow in one order.
            var order = !filesLeft ? 1 : !rowsLeft ? -1 : string.CompareOrdinal(files.Current.Partition, index.Current.Partition);
            var day = new ProductDay(order <= 0 ? files.Current.Items : [], order >= 0 ? index.Current.Items : []);
            await foreach (var _ in RemoveAsync(day, keep, outcome, cancellationToken))
            {
                yield return null;
            }

            filesLeft = order <= 0 ? await files.MoveNextAsync() : filesLeft;
            rowsLeft = order >= 0 ? await index.MoveNextAsync() : rowsLeft;
            yield return null;
        }

        await WriteSumsAsync(counted, outcome, cancellationToken);
        yield return outcome;

        string? PartitionOfRow(Row row)
        {
            if (row.PartitionKey != ProductRows.Kinds)
            {
                return row.PartitionKey;
            }

            counted.Add(row.RowKey);
            return null;
        }
    }

    private static string? PartitionOf(StoredBlob blob) =>
        (ProductName.TryParse(blob.Name) ?? ProductHeader.MainOf(blob)) is { } name ? ProductRows.PartitionOf(name) : null;

    /// <summary>Items in groups of one partition, which follow each other; those without partition are left out.</summary>
    private static async IAsyncEnumerable<(string Partition, List<T> Items)> InDays<T>(
        IAsyncEnumerable<T> items, Func<T, string?> partitionOf, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var (current, day) = ("", new List<T>());
        await foreach (var item in items.WithCancellation(cancellationToken))
        {
            if (partitionOf(item) is not { } partition)
            {
                continue;
            }

            if (partition != current && day.Count > 0)
            {
                yield return (current, day);
                day = [];
            }

            current = partition;
            day.Add(item);
        }

        if (day.Count > 0)
        {
            yield return (current, day);
        }
    }

    /// <summary>Deals with one day; an item after each product, row and file.</summary>
    private async IAsyncEnumerable<bool> RemoveAsync(
        ProductDay day, TimeSpan keep, RemovedProducts outcome, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        day.Unreadable.ForEach(outcome.Refuse);
        foreach (var (files, row) in day.Whole)
        {
            if (!await RemovesAsync(files, row, keep, outcome, cancellationToken))
            {
                outcome.Keep(files);
            }

            yield return true;
        }

        foreach (var row in day.RowsWithoutBlob.Where(row => IsOld(ProductRows.UsedAt(row) ?? default)))
        {
            await rows.TryDeleteAsync(ControlNames.ProductsTable, row.PartitionKey, row.RowKey, row.ETag, cancellationToken);
            outcome.RowsWithoutBlob++;
            yield return true;
        }

        foreach (var files in day.BlobsWithoutRow)
        {
            // Nobody knows when it was used last: it counts from when it was stored.
            await rows.TryInsertAsync(
                ControlNames.ProductsTable, ProductRows.Of(files.Product, files.Product.StoredAt), cancellationToken);
            outcome.Keep(files);
            outcome.BlobsWithoutRow++;
            yield return true;
        }

        foreach (var file in day.Leftovers.Where(file => IsOld(file.ModifiedAt)))
        {
            outcome.Leftovers += await TryDeleteAsync(file, outcome, cancellationToken) ? 1 : 0;
            yield return true;
        }
    }

    /// <summary>Removes a product if it is due; whether it did.</summary>
    private async Task<bool> RemovesAsync(
        ProductFiles files, Row row, TimeSpan keep, RemovedProducts outcome, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        if (ProductRows.UsedAt(row) is not { } usedAt)
        {
            // A row that makes no sense says nothing against the product.
            await rows.TryReplaceAsync(ControlNames.ProductsTable, ProductRows.Of(files.Product, now), row.ETag, cancellationToken);
            return false;
        }

        if (!ProductKeeping.IsDue(usedAt, now, keep) || !IsOld(files.Blob.ModifiedAt)
            || !files.Beside.All(file => IsOld(file.ModifiedAt))
            || await rows.TryMergeAsync(
                ControlNames.ProductsTable, ProductRows.Removing(row, files.Blob.ETag), row.ETag, cancellationToken) is not { } marked
            || !await TryDeleteAsync(files.Blob, outcome, cancellationToken))
        {
            return false;
        }

        foreach (var file in files.Beside)
        {
            await TryDeleteAsync(file, outcome, cancellationToken);
        }

        await rows.TryDeleteAsync(ControlNames.ProductsTable, row.PartitionKey, row.RowKey, marked, cancellationToken);
        outcome.Products++;
        outcome.Bytes += files.Bytes;
        return true;
    }

    /// <summary>Deletes a file that is still the one that was listed. One that the account does not let go holds up no other.</summary>
    private async Task<bool> TryDeleteAsync(StoredBlob blob, RemovedProducts outcome, CancellationToken cancellationToken)
    {
        try
        {
            return await blobs.TryDeleteAsync(blob.Name, blob.ETag, cancellationToken);
        }
        catch (RequestFailedException exception) when (!StorageFailure.MayPass(exception))
        {
            outcome.Refuse($"{blob.Name}: {StorageFailure.Describe(exception)}");
            return false;
        }
    }

    private bool IsOld(DateTimeOffset storedAt) => !ProductKeeping.IsFresh(storedAt, time.GetUtcNow());

    /// <summary>Says what stays of each kind, and removes the rows of kinds of which nothing does.</summary>
    private async Task WriteSumsAsync(IReadOnlyList<string> counted, RemovedProducts outcome, CancellationToken cancellationToken)
    {
        foreach (var sum in outcome.Kept.Values)
        {
            await rows.PutAsync(ControlNames.ProductsTable, ProductRows.Of(sum with { At = time.GetUtcNow() }), cancellationToken);
        }

        foreach (var kind in counted.Except(outcome.Kept.Keys))
        {
            await rows.TryDeleteAsync(ControlNames.ProductsTable, ProductRows.Kinds, kind, null, cancellationToken);
        }
    }
}
