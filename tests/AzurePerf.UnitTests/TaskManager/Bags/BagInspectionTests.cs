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

    /// <summary>Workers that were idle work off a window of short tasks in a quarter of a second, once they look.</summary>
    [Fact]
    public void At_first_looks_follow_each_other_soon_because_idle_workers_begin_at_any_time_and_no_pace_is_known()
    {
        BeginWithFullWindow();

        Assert.Equal(0.5, PauseAfter(outstanding: 800, put: 0, afterSeconds: 0.5).TotalSeconds, 3);
        Assert.Equal(0.5, PauseAfter(outstanding: 800, put: 0, afterSeconds: 3).TotalSeconds, 3);
        Assert.Equal(0.5, PauseAfter(outstanding: 790, put: 0, afterSeconds: 0.5).TotalSeconds, 3);
        Assert.Equal(2, PauseAfter(outstanding: 780, put: 0, afterSeconds: 0.5).TotalSeconds, 3);
    }

    [Fact]
    public void Where_no_worker_begins_within_the_time_in_which_idle_ones_look_the_looks_become_seldom()
    {
        BeginWithFullWindow();

        Assert.Equal(0.5, PauseAfter(outstanding: 800, put: 0, afterSeconds: 4.9).TotalSeconds, 3);
        Assert.Equal(1, PauseAfter(outstanding: 800, put: 0, afterSeconds: 0.5).TotalSeconds, 3);
    }

    [Fact]
    public void Messages_that_are_known_to_take_long_are_not_looked_at_sooner_at_first()
    {
        _memory.MessageMean = TimeSpan.FromSeconds(1);
        BeginWithFullWindow();

        Assert.Equal(1, PauseAfter(outstanding: 800, put: 0, afterSeconds: 0.5).TotalSeconds, 3);
    }

    [Fact]
    public void Where_all_is_out_the_next_look_is_when_all_should_be_worked_off()
    {
        PauseAfter(outstanding: 400, put: 0, afterSeconds: 0, allOut: true);

        Assert.Equal(TimeSpan.FromSeconds(3), PauseAfter(outstanding: 300, put: 0, afterSeconds: 1, allOut: true));
    }

    private void BeginWithFullWindow()
    {
        _memory.Put = (800, _time.GetTimestamp());
        _memory.LastPut = _time.GetTimestamp();
        PauseAfter(outstanding: 700, put: 100, afterSeconds: 0);
    }

    private TimeSpan PauseAfter(int outstanding, int put, double afterSeconds, bool allOut = false)
    {
        _time.Advance(TimeSpan.FromSeconds(afterSeconds));
        _memory.LookedAt = _time.GetTimestamp();
        var view = new BagView { Outstanding = outstanding, Window = 800, AllOut = allOut, WorkersAreIdle = false, Unchanged = TimeSpan.Zero, SinceCounted = TimeSpan.Zero, SinceScan = TimeSpan.Zero, WorkerDied = false };
        return new BagInspection(null!, null!, new(), new EngineOptions().Times(), _time).PauseAfter(_memory, view, put);
    }
}
