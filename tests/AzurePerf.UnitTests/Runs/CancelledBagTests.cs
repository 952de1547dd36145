using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.UnitTests.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class CancelledBagTests
{
    private const string RunId = "aaaaaaaaaaaaaaaaaaaa";

    private static readonly BagView Quiet = new()
    {
        AllOut = true,
        Outstanding = 0,
        Window = 64,
        WorkersAreIdle = false,
        Unchanged = TimeSpan.Zero,
        SinceCounted = TimeSpan.Zero,
        SinceScan = TimeSpan.Zero,
        WorkerDied = false,
    };

    /// <summary>A TaskManager may have died after it put the messages of the first block and before it moved the cursor.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    public void A_cancelled_bag_is_looked_through_however_far_its_cursor_is(int created)
    {
        var bag = new StageState { RunId = RunId, Id = StageKind.Bag, Open = true, Total = 200, Created = created, Dispatched = created };

        Assert.Equal(new RunAction.CancelBag(bag), Next(bag));
    }

    [Fact]
    public void An_empty_bag_is_closed()
    {
        var bag = new StageState { RunId = RunId, Id = StageKind.Bag, Open = true, Total = 0 };

        Assert.Equal(new RunAction.CloseStage(bag), Next(bag));
    }

    private static RunAction Next(StageState bag) => new RunDecisions(new EngineTimes(TimeSpan.FromSeconds(20))).Next(new()
    {
        Run = ExampleRun.Accepted(RunId, SampleTask.Then) with { Status = RunStatus.Cancelling },
        Stages = [bag],
        LimitOf = _ => throw new InvalidOperationException("nothing is executed"),
        Bag = Quiet,
        Now = SampleTask.Now,
    });
}
