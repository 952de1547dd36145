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
}
