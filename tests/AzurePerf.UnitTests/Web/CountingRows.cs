using AzurePerf.Storage.Rows;

namespace AzurePerf.UnitTests.Web;

/// <summary>Counts what is asked of the rows behind it: each is one request of the table service while an answer fits into one page of 1,000.</summary>
internal sealed class CountingRows(IRowStore rows) : IRowStore
{
    private int _asked;

    public int Asked => _asked;

    public Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken) => Counted().FindAsync(table, partitionKey, rowKey, cancellationToken);

    public Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken) => Counted().TryInsertAsync(table, row, cancellationToken);

    public Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken) => Counted().TryReplaceAsync(table, row, etag, cancellationToken);

    public Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken) => Counted().TryMergeAsync(table, changes, etag, cancellationToken);

    public Task PutAsync(string table, Row row, CancellationToken cancellationToken) => Counted().PutAsync(table, row, cancellationToken);

    public Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken) =>
        Counted().TryDeleteAsync(table, partitionKey, rowKey, etag, cancellationToken);

    public Task<bool> TryDeleteAllAsync(string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken) =>
        Counted().TryDeleteAllAsync(table, partitionKey, rowKeys, cancellationToken);

    public Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken) => Counted().TryWriteAllAsync(table, writes, cancellationToken);

    public IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null, CancellationToken cancellationToken = default) =>
        Counted().ListAsync(table, partitionKey, fromRowKey, beforeRowKey, except, cancellationToken);

    public IAsyncEnumerable<Row> ListAllAsync(string table, CancellationToken cancellationToken = default) => Counted().ListAllAsync(table, cancellationToken);

    public Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken) => rows.CreateTablesAsync(tables, cancellationToken);

    private IRowStore Counted()
    {
        Interlocked.Increment(ref _asked);
        return rows;
    }
}
