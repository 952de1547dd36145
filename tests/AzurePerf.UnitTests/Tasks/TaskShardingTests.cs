using AzurePerf.Core.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Tasks;

public sealed class TaskShardingTests
{
    [Theory]
    [InlineData(StageKind.Bag, 1_000, 1)]
    [InlineData(StageKind.Bag, 1_001, 11)]
    [InlineData(StageKind.Bag, 6_400, 64)]
    [InlineData(StageKind.Bag, 1_000_000, 64)]
    [InlineData(StageKind.Measure, 100_000, 1)]
    public void Only_large_bags_are_spread_because_the_tasks_of_a_point_change_in_one_transaction(StageKind stage, int tasks, int shards) =>
        Assert.Equal(shards, TaskSharding.ShardsOf(stage, tasks));

    [Fact]
    public void A_block_that_one_transaction_writes_lies_in_one_partition_and_the_blocks_fill_all_partitions_evenly()
    {
        const int Shards = 64;
        var blocks = Enumerable.Range(0, 10 * Shards * TaskSharding.BlockTasks)
            .GroupBy(number => number / TaskSharding.BlockTasks, number => TaskSharding.ShardOf(number, Shards))
            .Select(block => block.Distinct().Single())
            .ToArray();

        Assert.Equal(Enumerable.Range(0, Shards), blocks.Distinct().Order());
        Assert.All(blocks.GroupBy(shard => shard), shard => Assert.Equal(10, shard.Count()));
    }

    [Theory]
    [InlineData(1, 1_000, 1)]
    [InlineData(11, 1_001, 11)]
    [InlineData(64, 6_450, 65)]
    [InlineData(64, 0, 0)]
    [InlineData(1, 0, 0)]
    public void All_tasks_are_read_once_in_order_and_at_most_a_block_at_once_where_there_are_several_partitions(int shards, int tasks, int requests)
    {
        var slices = TaskSharding.SlicesOf(shards, tasks).ToArray();

        Assert.Equal(requests, slices.Length);
        Assert.Equal(Enumerable.Range(0, tasks), slices.SelectMany(slice => Enumerable.Range(slice.From, slice.Before - slice.From)));
        Assert.All(slices, slice => Assert.All(
            Enumerable.Range(slice.From, slice.Before - slice.From), number => Assert.Equal(slice.Partition, TaskSharding.ShardOf(number, shards))));
    }
}
