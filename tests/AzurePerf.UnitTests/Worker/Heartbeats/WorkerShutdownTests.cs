using AzurePerf.Core.Tasks;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Tasks;
using AzurePerf.Worker.Heartbeats;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Heartbeats;

public sealed class WorkerShutdownTests : IDisposable
{
    private readonly FakeLifetime _lifetime = new();
    private readonly ExecutionSlots _slots = new();
    private readonly LogLines _log = new();
    private readonly WorkerShutdown _shutdown;

    public WorkerShutdownTests() => _shutdown = new(_slots, _lifetime, _log);

    public void Dispose()
    {
        _shutdown.Dispose();
        _lifetime.Dispose();
    }

    [Theory]
    [InlineData(true, true, true)]
    [InlineData(true, false, false)]
    [InlineData(false, true, false)]
    public void A_worker_on_which_two_executions_in_a_row_were_killed_leaves_to_be_replaced(bool first, bool second, bool leaves)
    {
        _shutdown.NoteEnd(first);
        Assert.False(_shutdown.Draining);
        _shutdown.NoteEnd(second);

        Assert.Equal((leaves, leaves), (_shutdown.Draining, Ends));
        Assert.Equal(leaves ? ["This worker leaves: two executions in a row were killed because they ran over their time limits"] : [], _log.Lines);
    }

    [Fact]
    public void Why_a_worker_leaves_is_logged_once()
    {
        using var execution = Enter();
        _shutdown.Drain("replaced");
        _shutdown.Drain("replaced again");
        _shutdown.CutOff(WorkerShutdown.NoAnswer);

        Assert.Equal(["This worker leaves: replaced"], _log.Lines);
    }

    [Fact]
    public void A_result_in_between_clears_it_of_suspicion()
    {
        _shutdown.NoteEnd(wasKilled: true);
        _shutdown.NoteEnd(wasKilled: false);
        _shutdown.NoteEnd(wasKilled: true);

        Assert.False(_shutdown.Draining);
    }

    [Fact]
    public void Who_drains_ends_what_it_has_and_the_process_ends_after_the_last()
    {
        using var execution = Enter();
        _shutdown.Drain("replaced");
        Assert.Equal((true, false, false), (_shutdown.Draining, _shutdown.StopExecutions.IsCancellationRequested, Ends));

        _slots.Leave(execution);
        _shutdown.NoteEnd(wasKilled: false);
        Assert.True(Ends);
    }

    [Fact]
    public void Who_is_cut_off_stops_what_it_has_but_lives_until_that_is_handed_back()
    {
        using var execution = Enter();
        _shutdown.CutOff(WorkerShutdown.NoAnswer);
        Assert.Equal((true, false), (_shutdown.StopExecutions.IsCancellationRequested, Ends));

        _slots.Leave(execution);
        _shutdown.NoteEnd(wasKilled: false);
        Assert.True(Ends);
    }

    [Fact]
    public void The_first_reason_to_leave_is_the_one_that_is_told()
    {
        _shutdown.Drain("replaced");
        _shutdown.CutOff(WorkerShutdown.NoAnswer);

        Assert.Equal("replaced", _shutdown.Reason);
    }

    private bool Ends => _lifetime.ApplicationStopping.IsCancellationRequested;

    private CurrentExecution Enter()
    {
        var execution = new CurrentExecution(SampleTask.In(BenchmarkTaskStatus.Running), new("id", "receipt", ""), new FakeTimeProvider(), _shutdown.StopExecutions);
        _slots.Enter(execution);
        return execution;
    }
}
