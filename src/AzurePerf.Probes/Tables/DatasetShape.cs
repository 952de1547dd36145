using AzurePerf.Core.Experiments.Tables;

namespace AzurePerf.Probes.Tables;

/// <summary>Which rows a filled table has: numbered from 0 and dealt out to the partitions in turn.</summary>
internal sealed record DatasetShape(int Entities, int Partitions)
{
    /// <summary>Rows that one filter query finds, at most: few, so that searching and not sending takes the time.</summary>
    public const int RowsPerGroup = TableFilterOptions.MostFound;

    private int Groups => (Entities + RowsPerGroup - 1) / RowsPerGroup;

    /// <summary>The rows, one sequence per partition.</summary>
    public IEnumerable<IEnumerable<EntityRow>> RowsByPartition() =>
        Enumerable.Range(0, UsedPartitions()).Select(partition =>
            Enumerable.Range(0, RowsOf(partition)).Select(index => EntityRow.OfDataset(partition + index * Partitions, Partitions)));

    /// <summary>The row that a client reads or replaces: the middle one of its partition, the same for all clients of that
    /// partition.</summary>
    public EntityRow SharedRow(int client)
    {
        var partition = client % UsedPartitions();
        return EntityRow.OfDataset(partition + (RowsOf(partition) - 1) / 2 * Partitions, Partitions);
    }

    /// <summary>The group that a client filters for.</summary>
    public int GroupOf(int client) => (Groups / 2 + client) % Groups;

    /// <summary>Rows of a group.</summary>
    public int RowsInGroup(int group) => Math.Min(RowsPerGroup, Entities - group * RowsPerGroup);

    private int UsedPartitions() => Math.Min(Partitions, Entities);

    private int RowsOf(int partition) => (Entities - partition + Partitions - 1) / Partitions;
}
