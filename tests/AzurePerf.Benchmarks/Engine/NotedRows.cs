using System.Runtime.CompilerServices;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>Rows in memory as if they were a service's: what it asks of them is noted, a page of a thousand rows as one request, and is worked out elsewhere than on the thread that asked.</summary>
internal sealed class NotedRows(IRowStore rows, ControlRequests requests) : IRowStore
{
    private const int Page = 1_000;

    public Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken) =>
        Noted("table.get", () => rows.FindAsync(table, partitionKey, rowKey, cancellationToken));

    public Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken) =>
        Noted("table.insert", () => rows.TryInsertAsync(table, row, cancellationToken));

    public Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken) =>
        Noted("table.replace", () => rows.TryReplaceAsync(table, row, etag, cancellationToken));

    public Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken) =>
        Noted("table.merge", () => rows.TryMergeAsync(table, changes, etag, cancellationToken));

    public Task PutAsync(string table, Row row, CancellationToken cancellationToken)
    {
        requests.Note("table.replace");
        return Task.Run(() => rows.PutAsync(table, row, cancellationToken), cancellationToken);
    }

    public Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken) =>
        Noted("table.delete", () => rows.TryDeleteAsync(table, partitionKey, rowKey, etag, cancellationToken));

    public Task<bool> TryDeleteAllAsync(string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken) =>
        Noted("table.transaction", () => rows.TryDeleteAllAsync(table, partitionKey, rowKeys, cancellationToken));

    public Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken) =>
        Noted("table.transaction", () => rows.TryWriteAllAsync(table, writes, cancellationToken));

    public IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null, CancellationToken cancellationToken = default) =>
        PagesAsync(rows.ListAsync(table, partitionKey, fromRowKey, beforeRowKey, except, cancellationToken), cancellationToken);

    public IAsyncEnumerable<Row> ListAllAsync(string table, CancellationToken cancellationToken = default) =>
        PagesAsync(rows.ListAllAsync(table, cancellationToken), cancellationToken);

    public Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken) => rows.CreateTablesAsync(tables, cancellationToken);

    private Task<T> Noted<T>(string kind, Func<Task<T>> perform)
    {
        requests.Note(kind);
        return Task.Run(perform);
    }

    private async IAsyncEnumerable<Row> PagesAsync(IAsyncEnumerable<Row> found, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await using var left = found.GetAsyncEnumerator(cancellationToken);
        for (var isFull = true; isFull;)
        {
            var page = await Noted("table.query", () => Task.FromResult(PageOf(left)));
            foreach (var row in page)
            {
                yield return row;
            }

            isFull = page.Count == Page;
        }
    }

    /// <summary>A store in memory has its rows at once.</summary>
    private static List<Row> PageOf(IAsyncEnumerator<Row> left)
    {
        var page = new List<Row>();
        while (page.Count < Page && left.MoveNextAsync().AsTask().GetAwaiter().GetResult())
        {
            page.Add(left.Current);
        }

        return page;
    }
}
