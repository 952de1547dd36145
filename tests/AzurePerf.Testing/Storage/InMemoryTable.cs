using AzurePerf.Storage.Rows;

namespace AzurePerf.Testing.Storage;

/// <summary>The rows of one table, partition by partition, both in ordinal order of their keys.</summary>
internal sealed class InMemoryTable
{
    private readonly SortedDictionary<string, SortedList<string, Row>> _partitions = new(StringComparer.Ordinal);

    public int Count => _partitions.Values.Sum(partition => partition.Count);

    public IEnumerable<Row> All => _partitions.Values.SelectMany(partition => partition.Values);

    public IEnumerable<Row> Partition(string partitionKey) => _partitions.TryGetValue(partitionKey, out var partition) ? partition.Values : [];

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
}
