using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Bags;

public sealed class BagInspectionTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly BagRuntimeState _memory = new(StageKind.Bag);

    [Fact]
    public void Blocks_follow_each_other_until_the_window_is_full_however_slowly_it_is_worked_off()
    {
        PauseAfter(outstanding: 0, put: 100, afterSeconds: 0);

        Assert.Equal(TimeSpan.FromMilliseconds(20), PauseAfter(outstanding: 100, put: 100, afterSeconds: 0.02));
        Assert.Equal(TimeSpan.FromMilliseconds(20), PauseAfter(outstanding: 199, put: 100, afterSeconds: 0.3));
    }

    [Fact]
    public void A_full_window_is_looked_at_again_when_half_of_it_should_be_worked_off()
    {
        PauseAfter(outstanding: 700, put: 100, afterSeconds: 0);

        Assert.Equal(TimeSpan.FromSeconds(2), PauseAfter(outstanding: 700, put: 100, afterSeconds: 0.5));
        Assert.Equal(TimeSpan.FromSeconds(3.5), PauseAfter(outstanding: 700, put: 0, afterSeconds: 1));
    }

    private TimeSpan PauseAfter(int outstanding, int put, double afterSeconds)
    {
        _time.Advance(TimeSpan.FromSeconds(afterSeconds));
        _memory.LookedAt = _time.GetTimestamp();
        var view = new BagView { Outstanding = outstanding, Window = 800, WorkersAreIdle = false, Unchanged = TimeSpan.Zero, SinceCounted = TimeSpan.Zero, SinceScan = TimeSpan.Zero, WorkerDied = false };
        return new BagInspection(null!, null!, new(), new EngineOptions().Times(), _time).PauseAfter(_memory, view, put);
    }
}
