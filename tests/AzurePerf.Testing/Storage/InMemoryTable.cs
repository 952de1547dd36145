using AzurePerf.Storage.Rows;

namespace AzurePerf.Testing.Storage;

/// <summary>The rows of one table, partition by partition, both in ordinal order of their keys.</summary>
internal sealed class InMemoryTable
{
    private readonly SortedDictionary<string, SortedList<string, Row>> _partitions = new(StringComparer.Ordinal);

    public int Count => _partitions.Values.Sum(partition => partition.Count);

    public IEnumerable<Row> All => _partitions.Values.SelectMany(partition => partition.Values);

    /// <summary>The rows of one partition from a key on, up to another or the last.</summary>
    public IEnumerable<Row> Partition(string partitionKey, string fromRowKey, string? beforeRowKey)
    {
        if (!_partitions.TryGetValue(partitionKey, out var partition))
        {
            yield break;
        }

        for (var i = FirstFrom(partition.Keys, fromRowKey);
            i < partition.Count && (beforeRowKey is null || string.CompareOrdinal(partition.Keys[i], beforeRowKey) < 0); i++)
        {
            yield return partition.Values[i];
        }
    }

    public Row? Find(string partitionKey, string rowKey) =>
        _partitions.TryGetValue(partitionKey, out var partition) && partition.TryGetValue(rowKey, out var row) ? row : null;

    public void Set(Row row)
    {
        if (!_partitions.TryGetValue(row.PartitionKey, out var partition))
        {
            _partitions[row.PartitionKey] = partition = new(StringComparer.Ordinal);
        }

        partition[row.RowKey] = row;
    }

    public void Remove(string partitionKey, string rowKey)
    {
        if (_partitions.TryGetValue(partitionKey, out var partition) && partition.Remove(rowKey) && partition.Count == 0)
        {
            _partitions.Remove(partitionKey);
        }
    }

    private static int FirstFrom(IList<string> keys, string key)
    {
        var (low, high) = (0, keys.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = string.CompareOrdinal(keys[middle], key) < 0 ? (middle + 1, high) : (low, middle);
        }

        return low;
    }
}
