using System.Globalization;
using System.Runtime.CompilerServices;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Testing.Storage;

/// <summary>Rows in memory with the service's semantics: strict ETags that change on every write, transactions of one partition, ordinal key order.</summary>
public sealed class InMemoryRowStore : IRowStore
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, InMemoryTable> _tables = [];
    private long _version;

    /// <summary>How many rows a table has.</summary>
    public int Count(string table)
    {
        lock (_lock)
        {
            return Table(table).Count;
        }
    }

    /// <summary>Empties all tables; no ETag of theirs comes back.</summary>
    public void Clear()
    {
        lock (_lock)
        {
            _tables.Clear();
        }
    }

    public Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            return Task.FromResult(Table(table).Find(partitionKey, rowKey) is { } row ? Copy(row, row.ETag) : null);
        }
    }

    public Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken)
    {
        RowLimits.Check(row);
        lock (_lock)
        {
            return Task.FromResult(Allows(table, new(row, null)) ? Store(table, row) : null);
        }
    }

    public Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken)
    {
        RowLimits.Check(row);
        lock (_lock)
        {
            return Task.FromResult(Allows(table, new(row, etag)) ? Store(table, row) : null);
        }
    }

    public Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken)
    {
        RowLimits.Check(changes);
        lock (_lock)
        {
            if (!Allows(table, new(changes, etag)))
            {
                return Task.FromResult<string?>(null);
            }

            return Task.FromResult<string?>(Store(table, Merged(table, changes)));
        }
    }

    public Task PutAsync(string table, Row row, CancellationToken cancellationToken)
    {
        RowLimits.Check(row);
        lock (_lock)
        {
            Store(table, row);
            return Task.CompletedTask;
        }
    }

    public Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            if (Table(table).Find(partitionKey, rowKey) is { } stored && etag is not null && stored.ETag != etag)
            {
                return Task.FromResult(false);
            }

            Table(table).Remove(partitionKey, rowKey);
            return Task.FromResult(true);
        }
    }

    public Task<bool> TryDeleteAllAsync(string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken)
    {
        RowLimits.CheckDeletions(partitionKey, rowKeys);
        lock (_lock)
        {
            if (rowKeys.Any(key => Table(table).Find(partitionKey, key) is null))
            {
                return Task.FromResult(false);
            }

            foreach (var key in rowKeys)
            {
                Table(table).Remove(partitionKey, key);
            }

            return Task.FromResult(true);
        }
    }

    public Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken)
    {
        RowLimits.CheckTransaction(writes);
        lock (_lock)
        {
            return Task.FromResult<IReadOnlyList<string>?>(writes.All(write => Allows(table, write)) ? [.. writes.Select(write => Store(table, write.Merges ? Merged(table, write.Row) : write.Row))] : null);
        }
    }

    public IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null, CancellationToken cancellationToken = default) =>
        SnapshotAsync(
            () => Table(table).Partition(partitionKey, fromRowKey, beforeRowKey).Where(row => except is null || except.Keeps(row)),
            cancellationToken);

    public IAsyncEnumerable<Row> ListAllAsync(string table, CancellationToken cancellationToken = default) =>
        SnapshotAsync(() => Table(table).All, cancellationToken);

    public Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            foreach (var table in tables)
            {
                Table(table);
            }
        }

        return Task.CompletedTask;
    }

    private Row Merged(string table, Row changes)
    {
        var stored = Table(table).Find(changes.PartitionKey, changes.RowKey)!;
        var merged = Copy(stored, stored.ETag);
        foreach (var (name, value) in changes.Values)
        {
            merged.Values[name] = value;
        }

        return merged;
    }

    private static Row Copy(Row row, string etag) => new(row.PartitionKey, row.RowKey) { ETag = etag, Values = new(row.Values, StringComparer.Ordinal) };

    private async IAsyncEnumerable<Row> SnapshotAsync(Func<IEnumerable<Row>> rows, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        Row[] snapshot;
        lock (_lock)
        {
            snapshot = [.. rows()];
        }

        foreach (var row in snapshot)
        {
            // A stored row never changes: another one takes its place. So only those that are read are copied.
            cancellationToken.ThrowIfCancellationRequested();
            yield return Copy(row, row.ETag);
        }

        await Task.CompletedTask;
    }

    private InMemoryTable Table(string name)
    {
        if (!_tables.TryGetValue(name, out var table))
        {
            _tables[name] = table = new();
        }

        return table;
    }

    private bool Allows(string table, RowWrite write)
    {
        var stored = Table(table).Find(write.Row.PartitionKey, write.Row.RowKey);
        return write.ETag is null ? stored is null : stored?.ETag == write.ETag;
    }

    private string Store(string table, Row row)
    {
        var etag = (++_version).ToString(CultureInfo.InvariantCulture);
        Table(table).Set(Copy(row, etag));
        return etag;
    }
}
