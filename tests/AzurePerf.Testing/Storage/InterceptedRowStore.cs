using System.Runtime.CompilerServices;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Testing.Storage;

/// <summary>Rows of an account that takes its time or refuses what the test says. As the service's client does, it asks for nothing once the caller has left.</summary>
/// <param name="rows">The rows.</param>
/// <param name="before">Called before each request with its table and partition (empty for all of a table), and whether it changes anything; may throw.</param>
public sealed class InterceptedRowStore(IRowStore rows, Action<string, string, bool> before) : IRowStore
{
    public Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken) =>
        AfterAsync(table, partitionKey, changes: false, () => rows.FindAsync(table, partitionKey, rowKey, cancellationToken), cancellationToken);

    public Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken) =>
        AfterAsync(table, row.PartitionKey, changes: true, () => rows.TryInsertAsync(table, row, cancellationToken), cancellationToken);

    public Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken) =>
        AfterAsync(table, row.PartitionKey, changes: true, () => rows.TryReplaceAsync(table, row, etag, cancellationToken), cancellationToken);

    public Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken) =>
        AfterAsync(table, changes.PartitionKey, changes: true, () => rows.TryMergeAsync(table, changes, etag, cancellationToken), cancellationToken);

    public Task PutAsync(string table, Row row, CancellationToken cancellationToken) => AfterAsync(table, row.PartitionKey, changes: true, async () =>
    {
        await rows.PutAsync(table, row, cancellationToken);
        return true;
    }, cancellationToken);

    public Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken) =>
        AfterAsync(table, partitionKey, changes: true, () => rows.TryDeleteAsync(table, partitionKey, rowKey, etag, cancellationToken), cancellationToken);

    public Task<bool> TryDeleteAllAsync(string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken) =>
        AfterAsync(table, partitionKey, changes: true, () => rows.TryDeleteAllAsync(table, partitionKey, rowKeys, cancellationToken), cancellationToken);

    public Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken) =>
        AfterAsync(table, writes[0].Row.PartitionKey, changes: true, () => rows.TryWriteAllAsync(table, writes, cancellationToken), cancellationToken);

    public IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null, CancellationToken cancellationToken = default) =>
        AfterAsync(table, partitionKey, rows.ListAsync(table, partitionKey, fromRowKey, beforeRowKey, except, cancellationToken), cancellationToken);

    public IAsyncEnumerable<Row> ListAllAsync(string table, CancellationToken cancellationToken = default) =>
        AfterAsync(table, "", rows.ListAllAsync(table, cancellationToken), cancellationToken);

    public Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken) => rows.CreateTablesAsync(tables, cancellationToken);

    private async Task<T> AfterAsync<T>(string table, string partitionKey, bool changes, Func<Task<T>> request, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        before(table, partitionKey, changes);
        var answer = await request();

        // Who leaves while a request is under way does not hear that it was carried out.
        cancellationToken.ThrowIfCancellationRequested();
        return answer;
    }

    private async IAsyncEnumerable<Row> AfterAsync(string table, string partitionKey, IAsyncEnumerable<Row> list, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        before(table, partitionKey, false);
        await foreach (var row in list.WithCancellation(cancellationToken))
        {
            yield return row;
        }
    }
}
