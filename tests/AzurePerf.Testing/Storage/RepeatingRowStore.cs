using AzurePerf.Storage.Rows;

namespace AzurePerf.Testing.Storage;

/// <summary>The rows behind a connection that loses the answer to each write: the client library repeats the request and gives the answer to the second.</summary>
/// <param name="rows">The rows.</param>
/// <param name="tables">Of which tables; none for all.</param>
public sealed class RepeatingRowStore(IRowStore rows, params string[] tables) : IRowStore
{
    /// <summary>What happens before a write is repeated, told a row of it; of a deletion the keys alone.</summary>
    public Func<Row, Task> Meanwhile { get; init; } = _ => Task.CompletedTask;

    public Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken) => rows.FindAsync(table, partitionKey, rowKey, cancellationToken);

    public Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken) => TwiceAsync(table, row, () => rows.TryInsertAsync(table, row, cancellationToken));

    public Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken) =>
        TwiceAsync(table, row, () => rows.TryReplaceAsync(table, row, etag, cancellationToken));

    public Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken) =>
        TwiceAsync(table, changes, () => rows.TryMergeAsync(table, changes, etag, cancellationToken));

    public Task PutAsync(string table, Row row, CancellationToken cancellationToken) => TwiceAsync(table, row, async () =>
    {
        await rows.PutAsync(table, row, cancellationToken);
        return true;
    });

    public Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken) =>
        TwiceAsync(table, new(partitionKey, rowKey), () => rows.TryDeleteAsync(table, partitionKey, rowKey, etag, cancellationToken));

    public Task<bool> TryDeleteAllAsync(string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken) =>
        TwiceAsync(table, new(partitionKey, rowKeys[0]), () => rows.TryDeleteAllAsync(table, partitionKey, rowKeys, cancellationToken));

    public Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken) =>
        TwiceAsync(table, writes[0].Row, () => rows.TryWriteAllAsync(table, writes, cancellationToken));

    public IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null, CancellationToken cancellationToken = default) =>
        rows.ListAsync(table, partitionKey, fromRowKey, beforeRowKey, except, cancellationToken);

    public IAsyncEnumerable<Row> ListAllAsync(string table, CancellationToken cancellationToken = default) => rows.ListAllAsync(table, cancellationToken);

    public async Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken)
    {
        string[] names = [.. tables];
        await rows.CreateTablesAsync(names, cancellationToken);
        await rows.CreateTablesAsync(names, cancellationToken);
    }

    private async Task<T> TwiceAsync<T>(string table, Row row, Func<Task<T>> write)
    {
        if (tables.Length == 0 || tables.Contains(table))
        {
            await write();
            await Meanwhile(row);
        }

        return await write();
    }
}
