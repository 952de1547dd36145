using System.Runtime.CompilerServices;

namespace AzurePerf.Storage.Rows;

/// <summary>
/// The table operations that the control plane uses, with the service's semantics: strict ETags, transactions of one partition.
/// Implemented on Azure Tables and in memory; everything typed is written once above it.
/// </summary>
public interface IRowStore
{
    /// <summary>The row, or null.</summary>
    Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken);

    /// <summary>
    /// Of a row whose write was refused: its ETag when it is stored as it was to be written, because the answer was lost and the client has
    /// repeated the request; null when something else is.
    /// </summary>
    async Task<string?> FindAsWrittenAsync(string table, Row row, CancellationToken cancellationToken) =>
        await FindAsync(table, row.PartitionKey, row.RowKey, cancellationToken) is { } stored && stored.SaysTheSameAs(row)
            ? stored.ETag
            : null;

    /// <summary>Inserts a row; its new ETag, or null when the keys exist.</summary>
    Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken);

    /// <summary>Replaces a row if it still has the ETag; the new ETag, or null when the row was changed or is gone.</summary>
    Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken);

    /// <summary>
    /// Changes the given properties of a row and keeps its others, if it still has the ETag; the new ETag, or null when the row was changed
    /// or is gone.
    /// </summary>
    Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken);

    /// <summary>Inserts or replaces a row whatever is stored.</summary>
    Task PutAsync(string table, Row row, CancellationToken cancellationToken);

    /// <summary>Deletes a row if it still has the ETag (null: whatever it has); false when it was changed. A row that is gone already
    /// counts as deleted.</summary>
    Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken);

    /// <summary>
    /// Deletes rows of one partition, at most <see cref="RowLimits.TransactionRows"/>, whatever their ETags: all or none. False when one is
    /// gone, by another process or by this request itself, whose answer was lost and which the client has repeated: then none of this one's
    /// is deleted.
    /// </summary>
    Task<bool> TryDeleteAllAsync(string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken);

    /// <summary>Keys of the rows of one partition, in order.</summary>
    IAsyncEnumerable<string> ListKeysAsync(string table, string partitionKey, CancellationToken cancellationToken = default) =>
        ListAsync(table, partitionKey, cancellationToken: cancellationToken).Select(row => row.RowKey);

    /// <summary>Deletes every row of a partition; one that breaks off may have deleted some.</summary>
    async Task DeletePartitionAsync(string table, string partitionKey, CancellationToken cancellationToken)
    {
        await foreach (var _ in DeleteBlocksAsync(table, partitionKey, cancellationToken))
        {
            // This caller waits until all rows are gone.
        }
    }

    /// <summary>The same in steps, an item after each transaction, so that the caller can do other work in between.</summary>
    async IAsyncEnumerable<bool> DeleteBlocksAsync(
        string table, string partitionKey, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        for (var complete = false; !complete;)
        {
            complete = true;
            await foreach (var block in ListKeysAsync(table, partitionKey, cancellationToken).Chunk(RowLimits.TransactionRows)
                .WithCancellation(cancellationToken))
            {
                complete = await TryDeleteAllAsync(table, partitionKey, block, cancellationToken);
                yield return complete;
                if (!complete)
                {
                    // A row was gone between its listing and its deletion, which is as good as deleted: what is left is read again.
                    break;
                }
            }
        }
    }

    /// <summary>Applies all writes or none; the new ETags in order, or null when a condition failed.</summary>
    Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken);

    /// <summary>Rows of one partition with keys from <paramref name="fromRowKey"/> up to but not including <paramref name="beforeRowKey"/>,
    /// in key order, without those of <paramref name="except"/>.</summary>
    IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null,
        CancellationToken cancellationToken = default);

    /// <summary>The first rows of one partition from a key on, in key order; no more are read than are wanted.</summary>
    async Task<IReadOnlyList<Row>> FirstAsync(
        string table, string partitionKey, string fromRowKey, int count, CancellationToken cancellationToken) =>
        await ListAsync(table, partitionKey, fromRowKey, cancellationToken: cancellationToken).Take(count).ToArrayAsync(cancellationToken);

    /// <summary>Some rows of a query, in one request however few of them meet its conditions.</summary>
    /// <param name="table">The table.</param>
    /// <param name="query">Which rows.</param>
    /// <param name="count">The most that are given.</param>
    /// <param name="continuation">Of the batch before; null for the first.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    async Task<RowBatch> BatchAsync(
        string table, RowQuery query, int count, string? continuation, CancellationToken cancellationToken)
    {
        RowLimits.CheckQuery(query);
        var rows = await ListAsync(
            table, query.PartitionKey, continuation ?? query.FromRowKey, query.BeforeRowKey, cancellationToken: cancellationToken)
            .Where(query.Keeps).Select(query.Chosen).Take(count + 1).ToArrayAsync(cancellationToken);
        return rows.Length <= count ? new(rows, null) : new(rows[..count], rows[count].RowKey);
    }

    /// <summary>
    /// Rows of all partitions between two, both included, with keys from <paramref name="fromRowKey"/> up to but not including
    /// <paramref name="beforeRowKey"/>: one query for many partitions, of which the service reads all.
    /// </summary>
    IAsyncEnumerable<Row> ListAcrossAsync(
        string table, string firstPartitionKey, string lastPartitionKey, string fromRowKey, string beforeRowKey,
        CancellationToken cancellationToken) =>
        ListAllAsync(table, cancellationToken).Where(row =>
            string.CompareOrdinal(row.PartitionKey, firstPartitionKey) >= 0
                && string.CompareOrdinal(row.PartitionKey, lastPartitionKey) <= 0
            && string.CompareOrdinal(row.RowKey, fromRowKey) >= 0 && string.CompareOrdinal(row.RowKey, beforeRowKey) < 0);

    /// <summary>Every row of a table, in key order. For small tables only.</summary>
    IAsyncEnumerable<Row> ListAllAsync(string table, CancellationToken cancellationToken = default);

    /// <summary>Makes the tables where they do not exist.</summary>
    Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken);
}

/// <summary>Leaves out the rows in which a text property has one of some values; the service does it, but reads the rows all the
/// same.</summary>
/// <param name="Property">Name of a property that every row of the table has: the service leaves a row without it out.</param>
/// <param name="Values">The values to leave out.</param>
public sealed record RowExclusion(string Property, IReadOnlyList<string> Values)
{
    public bool Keeps(Row row) => !Values.Contains(row.Text(Property));
}

/// <summary>One write of a transaction.</summary>
/// <param name="Row">The row as it shall be.</param>
/// <param name="ETag">The ETag it must still have; null inserts a new row.</param>
public sealed record RowWrite(Row Row, string? ETag)
{
    /// <summary>True where the row keeps the properties that are not given.</summary>
    public bool Merges { get; init; }
}
