using System.Runtime.CompilerServices;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Ports;

/// <summary>The rows as one process sees them.</summary>
internal sealed class ProcessRows(Wire wire, ControlAccount account) : IRowStore
{
    public Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken) =>
        wire.SendAsync(Request.Read(ServiceKind.Tables, () => $"{table} {partitionKey}/{rowKey}"), () => account.Sabotage.Found(wire.Process, table, account.Find(table, partitionKey, rowKey)), cancellationToken);

    public Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken) => WriteAsync(
        table, [new(row, null)], false, static etags => etags?[0], cancellationToken);

    public Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken) => WriteAsync(
        table, [new(row, etag)], false, static etags => etags?[0], cancellationToken);

    public Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken)
    {
        var (partition, key) = (changes.PartitionKey, changes.RowKey);
        var arrow = account.Find(table, partition, key) is { } stored && stored.ETag == etag
            ? RowArrows.Of(table, [new(ControlAccount.Merged(stored, changes), etag)], unconditional: false, _ => stored)
            : null;
        return wire.SendAsync(
            new(ServiceKind.Tables, arrow, () => $"{partition}/{key}"), () => account.Merge(wire.Process, table, changes, etag), cancellationToken);
    }

    public Task PutAsync(string table, Row row, CancellationToken cancellationToken) => WriteAsync(table, [new(row, null)], true, static etags => etags, cancellationToken);

    public Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken) =>
        WriteAsync(table, writes, false, static etags => etags, cancellationToken);

    public Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken)
    {
        var request = new Request(ServiceKind.Tables, RowArrows.OfDelete(table, rowKey), () => $"{table} {partitionKey}/{rowKey}");
        return wire.SendAsync(request, () => account.Delete(wire.Process, table, partitionKey, rowKey, etag), cancellationToken);
    }

    public Task<bool> TryDeleteAllAsync(string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken)
    {
        var arrow = string.Join(" + ", rowKeys.Select(key => RowArrows.OfDelete(table, key)).Distinct().Order(StringComparer.Ordinal));
        var request = new Request(ServiceKind.Tables, arrow, () => $"{table} {partitionKey}/{string.Join(", ", rowKeys)}");
        return wire.SendAsync(request, () => account.DeleteAll(wire.Process, table, partitionKey, rowKeys), cancellationToken);
    }

    public async IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        account.Listed(wire.Process, table, partitionKey);
        for (var from = fromRowKey; from is not null;)
        {
            var start = from;
            var page = await wire.SendAsync(
                Request.Read(ServiceKind.Tables, () => $"{table} {partitionKey} from {start}"),
                () => account.Page(table, partitionKey, start, beforeRowKey, except),
                cancellationToken);
            foreach (var row in account.Sabotage.Seen(wire.Process, table, page.Rows))
            {
                yield return row;
            }

            from = page.Next;
        }
    }

    public async IAsyncEnumerable<Row> ListAllAsync(string table, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var rows = await wire.SendAsync(Request.Read(ServiceKind.Tables, () => table), () => account.Sabotage.Seen(wire.Process, table, account.All(table)), cancellationToken);
        foreach (var row in rows)
        {
            yield return row;
        }
    }

    public Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken) => Task.CompletedTask;

    private Task<T> WriteAsync<T>(
        string table, IReadOnlyList<RowWrite> writes, bool unconditional, Func<IReadOnlyList<string>?, T> answer, CancellationToken cancellationToken)
    {
        var arrow = RowArrows.Of(table, writes, unconditional, write => account.Find(table, write.Row.PartitionKey, write.Row.RowKey));
        var request = new Request(ServiceKind.Tables, arrow, () => string.Join(", ", writes.Select(write => $"{write.Row.PartitionKey}/{write.Row.RowKey}")));
        return wire.SendAsync(request, () => answer(account.Write(wire.Process, table, writes, unconditional)), cancellationToken);
    }
}
