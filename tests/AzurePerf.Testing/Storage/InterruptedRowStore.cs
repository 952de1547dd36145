using AzurePerf.Storage.Rows;

namespace AzurePerf.Testing.Storage;

/// <summary>
/// Lets something happen once, just before a row of a table is inserted, changed or replaced, alone or in a transaction, or deleted: what another process does at the worst moment.
/// </summary>
/// <param name="rows">The rows.</param>
/// <param name="table">The table.</param>
/// <param name="interruption">What happens, told the row that is about to be written, or the keys alone of one that is about to be deleted or read; false to happen later.</param>
/// <param name="alsoReads">Whether it may happen before a row is read, too.</param>
public sealed class InterruptedRowStore(IRowStore rows, string table, Func<Row, Task<bool>> interruption, bool alsoReads = false) : IRowStore
{
    private bool _interrupted;

    public async Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken)
    {
        await InterruptAsync(table, row);
        return await rows.TryInsertAsync(table, row, cancellationToken);
    }

    public async Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken)
    {
        await InterruptAsync(table, row);
        return await rows.TryReplaceAsync(table, row, etag, cancellationToken);
    }

    public async Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken)
    {
        if (alsoReads)
        {
            await InterruptAsync(table, new(partitionKey, rowKey));
        }

        return await rows.FindAsync(table, partitionKey, rowKey, cancellationToken);
    }

    public async Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken)
    {
        await InterruptAsync(table, changes);
        return await rows.TryMergeAsync(table, changes, etag, cancellationToken);
    }

    public async Task PutAsync(string table, Row row, CancellationToken cancellationToken)
    {
        await InterruptAsync(table, row);
        await rows.PutAsync(table, row, cancellationToken);
    }

    public async Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken)
    {
        await InterruptAsync(table, new(partitionKey, rowKey));
        return await rows.TryDeleteAsync(table, partitionKey, rowKey, etag, cancellationToken);
    }

    public async Task<bool> TryDeleteAllAsync(string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken)
    {
        foreach (var key in rowKeys)
        {
            await InterruptAsync(table, new(partitionKey, key));
        }

        return await rows.TryDeleteAllAsync(table, partitionKey, rowKeys, cancellationToken);
    }

    public async Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken)
    {
        foreach (var write in writes)
        {
            await InterruptAsync(table, write.Row);
        }

        return await rows.TryWriteAllAsync(table, writes, cancellationToken);
    }

    public IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null, CancellationToken cancellationToken = default) =>
        rows.ListAsync(table, partitionKey, fromRowKey, beforeRowKey, except, cancellationToken);

    public IAsyncEnumerable<Row> ListAllAsync(string table, CancellationToken cancellationToken = default) => rows.ListAllAsync(table, cancellationToken);

    public Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken) => rows.CreateTablesAsync(tables, cancellationToken);

    private async Task InterruptAsync(string written, Row row)
    {
        if (!_interrupted && written == table)
        {
            _interrupted = await interruption(row);
        }
    }
}
