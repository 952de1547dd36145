using AzurePerf.Probes.Tables;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Tables;

public sealed class EntityRowTests
{
    [Fact]
    public void Keys_have_one_length_whatever_the_numbers_so_that_entities_have_one_size()
    {
        EntityRow[] rows = [EntityRow.OfClient(0, 1, 0), EntityRow.OfClient(191, 1_000, 9_999_999), EntityRow.OfDataset(9_999_999, 1_000), EntityRow.OfDataset(0, 1)];
        Assert.All(rows, row => Assert.Equal((5, 14), (row.PartitionKey.Length, row.RowKey.Length)));
    }

    [Fact]
    public void Clients_have_keys_of_their_own_and_are_spread_over_the_partitions_by_number()
    {
        var rows = Enumerable.Range(0, 192).SelectMany(client => Enumerable.Range(0, 20).Select(index => EntityRow.OfClient(client, 4, index))).ToArray();
        Assert.Equal(rows.Length, rows.Select(row => row.RowKey).Distinct().Count());
        Assert.Equal(["p0000", "p0001", "p0002", "p0003"], rows.Select(row => row.PartitionKey).Distinct());
    }
}
