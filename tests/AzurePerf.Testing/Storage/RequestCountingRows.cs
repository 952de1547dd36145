using System.Runtime.CompilerServices;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Testing.Storage;

/// <summary>Counts the requests to one table, or to all where none is named.</summary>
public sealed class RequestCountingRows(IRowStore rows, string? table = null) : IRowStore
{
    private readonly Dictionary<string, int> _byKind = [];

    public int Requests { get; private set; }

    /// <summary>The same by operation and table.</summary>
    public IReadOnlyDictionary<string, int> ByKind => _byKind;

    /// <summary>Rows that queries gave back to whoever asked for them.</summary>
    public long RowsRead { get; private set; }

    public Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken) =>
        Counted(table).FindAsync(table, partitionKey, rowKey, cancellationToken);

    public Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken) => Counted(table).TryInsertAsync(table, row, cancellationToken);

    public Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken) =>
        Counted(table).TryReplaceAsync(table, row, etag, cancellationToken);

    public Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken) =>
        Counted(table).TryMergeAsync(table, changes, etag, cancellationToken);

    public Task PutAsync(string table, Row row, CancellationToken cancellationToken) => Counted(table).PutAsync(table, row, cancellationToken);

    public Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken) =>
        Counted(table).TryDeleteAsync(table, partitionKey, rowKey, etag, cancellationToken);

    public Task<bool> TryDeleteAllAsync(string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken) =>
        Counted(table).TryDeleteAllAsync(table, partitionKey, rowKeys, cancellationToken);

    public Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken) =>
        Counted(table).TryWriteAllAsync(table, writes, cancellationToken);

    public IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null, CancellationToken cancellationToken = default) =>
        CountedAsync(table, Counted(table).ListAsync(table, partitionKey, fromRowKey, beforeRowKey, except, cancellationToken), cancellationToken);

    public IAsyncEnumerable<Row> ListAllAsync(string table, CancellationToken cancellationToken = default) =>
        CountedAsync(table, Counted(table).ListAllAsync(table, cancellationToken), cancellationToken);

    public Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken) => rows.CreateTablesAsync(tables, cancellationToken);

    private bool Counts(string asked) => table is null || asked == table;

    private IRowStore Counted(string asked, [CallerMemberName] string operation = "")
    {
        if (Counts(asked))
        {
            Requests++;
            var kind = $"{operation} {asked}";
            _byKind[kind] = _byKind.GetValueOrDefault(kind) + 1;
        }

        return rows;
    }

    private async IAsyncEnumerable<Row> CountedAsync(string asked, IAsyncEnumerable<Row> found, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in found.WithCancellation(cancellationToken))
        {
            RowsRead += Counts(asked) ? 1 : 0;
            yield return row;
        }
    }
}
