using AzurePerf.Probes.Tables;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Tables;

public sealed class DatasetShapeTests
{
    [Theory]
    [InlineData(1, 1)]
    [InlineData(500, 1)]
    [InlineData(501, 7)]
    [InlineData(3, 10)]
    public void Has_every_row_once_and_each_sequence_in_one_partition(int entities, int partitions)
    {
        var sequences = new DatasetShape(entities, partitions).RowsByPartition().Select(rows => rows.ToArray()).ToArray();
        Assert.All(sequences, rows => Assert.Single(rows.Select(row => row.PartitionKey).Distinct()));
        Assert.Equal(Enumerable.Range(0, entities), sequences.SelectMany(rows => rows).Select(row => row.Number).Order());
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(500, 1)]
    [InlineData(501, 7)]
    [InlineData(3, 10)]
    public void The_shared_row_of_every_client_exists(int entities, int partitions)
    {
        var shape = new DatasetShape(entities, partitions);
        var rows = shape.RowsByPartition().SelectMany(sequence => sequence).ToHashSet();
        Assert.All(Enumerable.Range(0, 192), client => Assert.Contains(shape.SharedRow(client), rows));
    }

    [Fact]
    public void In_one_partition_all_clients_share_one_row_and_in_several_one_per_partition()
    {
        Assert.Single(SharedRows(new DatasetShape(1_000, 1)));
        Assert.Equal(4, SharedRows(new DatasetShape(1_000, 4)).Count);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(9)]
    [InlineData(10)]
    [InlineData(505)]
    public void A_filter_finds_the_rows_it_expects(int entities)
    {
        var shape = new DatasetShape(entities, 3);
        var rows = shape.RowsByPartition().SelectMany(sequence => sequence).ToArray();
        for (var client = 0; client < 192; client++)
        {
            var group = shape.GroupOf(client);
            Assert.Equal(rows.Count(row => row.Group == group), shape.RowsInGroup(group));
            Assert.InRange(shape.RowsInGroup(group), 1, DatasetShape.RowsPerGroup);
        }
    }

    private static HashSet<EntityRow> SharedRows(DatasetShape shape) => [.. Enumerable.Range(0, 192).Select(shape.SharedRow)];
}
