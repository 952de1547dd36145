using System.Globalization;
using System.Runtime.CompilerServices;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Testing.Storage;

/// <summary>Rows in memory with the service's semantics: strict ETags that change on every write, transactions of one partition, ordinal key order.</summary>
public sealed class InMemoryRowStore : IRowStore
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, SortedDictionary<(string PartitionKey, string RowKey), Row>> _tables = [];
    private long _version;

    /// <summary>How many rows a table has.</summary>
    public int Count(string table)
    {
        lock (_lock)
        {
            return Table(table).Count;
        }
    }

    public Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            return Task.FromResult(Table(table).TryGetValue((partitionKey, rowKey), out var row) ? Copy(row, row.ETag) : null);
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
            if (Table(table).TryGetValue((partitionKey, rowKey), out var stored) && etag is not null && stored.ETag != etag)
            {
                return Task.FromResult(false);
            }

            Table(table).Remove((partitionKey, rowKey));
            return Task.FromResult(true);
        }
    }

    public Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken)
    {
        RowLimits.CheckTransaction(writes);
        lock (_lock)
        {
            return Task.FromResult<IReadOnlyList<string>?>(writes.All(write => Allows(table, write)) ? [.. writes.Select(write => Store(table, write.Row))] : null);
        }
    }

    public async IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await foreach (var row in ListAllAsync(table, cancellationToken))
        {
            if (row.PartitionKey == partitionKey
                && string.CompareOrdinal(row.RowKey, fromRowKey) >= 0
                && (beforeRowKey is null || string.CompareOrdinal(row.RowKey, beforeRowKey) < 0))
            {
                yield return row;
            }
        }
    }

    public async IAsyncEnumerable<Row> ListAllAsync(string table, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        Row[] snapshot;
        lock (_lock)
        {
            snapshot = [.. Table(table).Values.Select(row => Copy(row, row.ETag))];
        }

        foreach (var row in snapshot)
        {
            cancellationToken.ThrowIfCancellationRequested();
            yield return row;
        }

        await Task.CompletedTask;
    }

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

    private static Row Copy(Row row, string etag) => new(row.PartitionKey, row.RowKey) { ETag = etag, Values = new(row.Values, StringComparer.Ordinal) };

    private SortedDictionary<(string PartitionKey, string RowKey), Row> Table(string name)
    {
        if (!_tables.TryGetValue(name, out var table))
        {
            table = new(Comparer<(string PartitionKey, string RowKey)>.Create((left, right) =>
                string.CompareOrdinal(left.PartitionKey, right.PartitionKey) is not 0 and var order ? order : string.CompareOrdinal(left.RowKey, right.RowKey)));
            _tables[name] = table;
        }

        return table;
    }

    private bool Allows(string table, RowWrite write)
    {
        var exists = Table(table).TryGetValue((write.Row.PartitionKey, write.Row.RowKey), out var stored);
        return write.ETag is null ? !exists : exists && stored!.ETag == write.ETag;
    }

    private string Store(string table, Row row)
    {
        var etag = (++_version).ToString(CultureInfo.InvariantCulture);
        Table(table)[(row.PartitionKey, row.RowKey)] = Copy(row, etag);
        return etag;
    }
}
