using AzurePerf.Storage.Rows;

namespace AzurePerf.Testing.Storage;

/// <summary>The rows of a process that ends as planned.</summary>
public sealed class CrashingRowStore(IRowStore rows, CrashPlan plan) : IRowStore
{
    public Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken) =>
        rows.FindAsync(table, partitionKey, rowKey, cancellationToken);

    public Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken) =>
        plan.AroundAsync(() => rows.TryInsertAsync(table, row, cancellationToken));

    public Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken) =>
        plan.AroundAsync(() => rows.TryReplaceAsync(table, row, etag, cancellationToken));

    public Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken) =>
        plan.AroundAsync(() => rows.TryMergeAsync(table, changes, etag, cancellationToken));

    public Task PutAsync(string table, Row row, CancellationToken cancellationToken) =>
        plan.AroundAsync(() => rows.PutAsync(table, row, cancellationToken));

    public Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken) =>
        plan.AroundAsync(() => rows.TryDeleteAsync(table, partitionKey, rowKey, etag, cancellationToken));

    public Task<bool> TryDeleteAllAsync(string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken) =>
        plan.AroundAsync(() => rows.TryDeleteAllAsync(table, partitionKey, rowKeys, cancellationToken));

    public Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken) =>
        plan.AroundAsync(() => rows.TryWriteAllAsync(table, writes, cancellationToken));

    public IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null, CancellationToken cancellationToken = default) =>
        rows.ListAsync(table, partitionKey, fromRowKey, beforeRowKey, except, cancellationToken);

    public IAsyncEnumerable<Row> ListAllAsync(string table, CancellationToken cancellationToken = default) => rows.ListAllAsync(table, cancellationToken);

    public Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken) => rows.CreateTablesAsync(tables, cancellationToken);
}
