using AzurePerf.Storage.Rows;

namespace AzurePerf.UnitTests.Storage.Runs;

/// <summary>Lets something happen just before the first insert: what another process does at the worst moment.</summary>
internal sealed class InterruptedRowStore(IRowStore rows, Func<Task> interruption) : IRowStore
{
    private bool _interrupted;

    public async Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken)
    {
        if (!_interrupted)
        {
            _interrupted = true;
            await interruption();
        }

        return await rows.TryInsertAsync(table, row, cancellationToken);
    }

    public Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken) => rows.FindAsync(table, partitionKey, rowKey, cancellationToken);

    public Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken) => rows.TryReplaceAsync(table, row, etag, cancellationToken);

    public Task PutAsync(string table, Row row, CancellationToken cancellationToken) => rows.PutAsync(table, row, cancellationToken);

    public Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken) =>
        rows.TryDeleteAsync(table, partitionKey, rowKey, etag, cancellationToken);

    public Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken) =>
        rows.TryWriteAllAsync(table, writes, cancellationToken);

    public IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, CancellationToken cancellationToken = default) =>
        rows.ListAsync(table, partitionKey, fromRowKey, beforeRowKey, cancellationToken);

    public IAsyncEnumerable<Row> ListAllAsync(string table, CancellationToken cancellationToken = default) => rows.ListAllAsync(table, cancellationToken);

    public Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken) => rows.CreateTablesAsync(tables, cancellationToken);
}
