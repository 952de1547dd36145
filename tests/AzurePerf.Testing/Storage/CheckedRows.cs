using AzurePerf.Storage.Rights;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Testing.Storage;

/// <summary>Rows of which a host reads and writes only those that it may.</summary>
public sealed class CheckedRows(ControlHost host, IRowStore inner) : IRowStore
{
    public Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken) =>
        ToRead(table).FindAsync(table, partitionKey, rowKey, cancellationToken);

    public Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken) => ToAdd(table).TryInsertAsync(table, row, cancellationToken);

    public Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken) => ToWrite(table).TryReplaceAsync(table, row, etag, cancellationToken);

    public Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken) => ToWrite(table).TryMergeAsync(table, changes, etag, cancellationToken);

    public Task PutAsync(string table, Row row, CancellationToken cancellationToken) => ToWrite(table).PutAsync(table, row, cancellationToken);

    public Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken) =>
        ToWrite(table).TryDeleteAsync(table, partitionKey, rowKey, etag, cancellationToken);

    public Task<bool> TryDeleteAllAsync(string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken) =>
        ToWrite(table).TryDeleteAllAsync(table, partitionKey, rowKeys, cancellationToken);

    public Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken) =>
        ToWrite(table).TryWriteAllAsync(table, writes, cancellationToken);

    public IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null, CancellationToken cancellationToken = default) =>
        ToRead(table).ListAsync(table, partitionKey, fromRowKey, beforeRowKey, except, cancellationToken);

    public IAsyncEnumerable<string> ListKeysAsync(string table, string partitionKey, CancellationToken cancellationToken = default) =>
        ToRead(table).ListKeysAsync(table, partitionKey, cancellationToken);

    public IAsyncEnumerable<Row> ListAllAsync(string table, CancellationToken cancellationToken = default) => ToRead(table).ListAllAsync(table, cancellationToken);

    public Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken) => inner.CreateTablesAsync(tables, cancellationToken);

    private IRowStore ToRead(string table) => To(table, ControlOperation.ReadRows);

    /// <summary>Who may write anything may add too.</summary>
    private IRowStore ToAdd(string table) =>
        To(table, ControlRights.Allows(host, ControlPart.Table(table), ControlOperation.AddRows) ? ControlOperation.AddRows : ControlOperation.WriteRows);

    private IRowStore ToWrite(string table) => To(table, ControlOperation.WriteRows);

    private IRowStore To(string table, ControlOperation operation)
    {
        CheckedRights.Demand(host, ControlPart.Table(table), operation);
        return inner;
    }
}
