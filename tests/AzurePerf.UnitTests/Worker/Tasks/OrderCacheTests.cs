using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Worker.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Tasks;

public sealed class OrderCacheTests
{
    private const int Kept = 16;
    private const int Blocks = Kept + 1;

    private readonly StageState _stage = new() { RunId = "aaaaaaaaaaaaaaaaaaaa", Id = StageId.Bag(1), Name = "cut", Total = Blocks * TaskSharding.BlockTasks, PlanId = "p1" };
    private readonly InMemoryControlPlane _control = new(new FakeTimeProvider());
    private readonly OrderCache _cache;
    private int _stageReads;

    public OrderCacheTests()
    {
        var rows = new InterceptedRowStore(_control.Rows, (table, _, changes) => _stageReads += table == ControlNames.RunsTable && !changes ? 1 : 0);
        _cache = new(new(rows), new(_control.Results));
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Of_more_blocks_than_are_kept_only_the_oldest_is_read_again()
    {
        await PlantAsync("before");
        await FindAllAsync(Blocks);
        await PlantAsync("after");

        Assert.All(await FindAllAsync(Blocks, first: 1), order => Assert.Equal("before", order));
        Assert.Equal("after", await FindAsync(0));
        Assert.Equal("after", await FindAsync(1));
        Assert.Equal("before", await FindAsync(3));
        Assert.Equal(1, _stageReads);
    }

    [Fact]
    public async Task A_block_that_could_not_be_read_is_read_again_and_drops_no_other()
    {
        await PlantAsync("before", blocks: Kept - 1);
        await FindAllAsync(Kept - 1);
        await Assert.ThrowsAsync<InvalidDataException>(() => FindAsync(Kept - 1));
        await PlantAsync("after");

        Assert.Equal("after", await FindAsync(Kept - 1));
        Assert.All(await FindAllAsync(Kept - 1), order => Assert.Equal("before", order));
    }

    private async Task PlantAsync(string order, int blocks = Blocks)
    {
        await _control.Rows.TryInsertAsync(ControlNames.RunsTable, RunRows.FromStage(_stage), Cancelled);
        for (var block = 0; block < blocks; block++)
        {
            await new StageOrders(_control.Results).PutAsync(_stage, _stage.PlanId, block, [.. Enumerable.Repeat(order, TaskSharding.BlockTasks)], Cancelled);
        }
    }

    private async Task<string[]> FindAllAsync(int before, int first = 0)
    {
        var found = new List<string>();
        for (var block = first; block < before; block++)
        {
            found.Add(await FindAsync(block));
        }

        return [.. found];
    }

    private Task<string> FindAsync(int block) => _cache.FindAsync(new(_stage.RunId, _stage.Id, block * TaskSharding.BlockTasks), Cancelled);
}
