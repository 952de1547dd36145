using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
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

    public WorkerShutdownTests() => _shutdown = new(_slots, new() { Pool = WorkerPool.Measure }, _lifetime, _log);

    public void Dispose()
    {
        _shutdown.Dispose();
        _lifetime.Dispose();
    }

    [Theory]
    [InlineData(SpeedSign.TooSlow, SpeedSign.TooSlow, true)]
    [InlineData(SpeedSign.TooSlow, SpeedSign.InTime, false)]
    [InlineData(SpeedSign.InTime, SpeedSign.TooSlow, false)]
    public void A_worker_on_which_two_executions_in_a_row_were_killed_leaves_to_be_replaced(SpeedSign first, SpeedSign second, bool leaves)
    {
        _shutdown.NoteEnd(Ended(first));
        Assert.False(_shutdown.Draining);
        _shutdown.NoteEnd(Ended(second));

        Assert.Equal((leaves, leaves), (_shutdown.Draining, Ends));
        Assert.Equal(leaves ? ["This worker leaves: two executions in a row were killed because they ran over their time limits"] : [], _log.Lines);
    }

    [Fact]
    public void A_worker_of_several_slots_stays_while_the_others_bring_results_in_the_same_time_and_leaves_when_they_do_not()
    {
        using var shutdown = new WorkerShutdown(_slots, new() { Pool = WorkerPool.Bag, BagSlots = 8 }, _lifetime, _log);
        foreach (var sign in Enumerable.Repeat(SpeedSign.InTime, 6).Concat(Enumerable.Repeat(SpeedSign.TooSlow, 9)))
        {
            shutdown.NoteEnd(Ended(sign));
        }

        Assert.False(shutdown.Draining);
        foreach (var _ in Enumerable.Range(0, 8))
        {
            shutdown.NoteEnd(Ended(SpeedSign.TooSlow, began: 5));
        }

        Assert.True(shutdown.Draining);
        Assert.Equal(["This worker leaves: 8 executions were killed because they ran over their time limits, and hardly any other brought a result meanwhile"], _log.Lines);
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
    public void Who_drains_ends_what_it_has_and_the_process_ends_after_the_last()
    {
        using var execution = Enter();
        _shutdown.Drain("replaced");
        Assert.Equal((true, false, false), (_shutdown.Draining, _shutdown.StopExecutions.IsCancellationRequested, Ends));

        _slots.Leave(execution);
        _shutdown.NoteEnd(Ended(SpeedSign.InTime));
        Assert.True(Ends);
    }

    [Fact]
    public void Who_is_cut_off_stops_what_it_has_but_lives_until_that_is_handed_back()
    {
        using var execution = Enter();
        _shutdown.CutOff(WorkerShutdown.NoAnswer);
        Assert.Equal((true, false), (_shutdown.StopExecutions.IsCancellationRequested, Ends));

        _slots.Leave(execution);
        _shutdown.NoteEnd(Ended(SpeedSign.InTime));
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

    /// <summary>An execution that ended at 4, as all others did.</summary>
    private static EndedExecution Ended(SpeedSign sign, int began = 0) => new(TimeSpan.FromSeconds(began), TimeSpan.FromSeconds(began + 4), sign);

    private CurrentExecution Enter()
    {
        var execution = new CurrentExecution(SampleTask.In(BenchmarkTaskStatus.Running), new("id", "receipt", ""), new FakeTimeProvider(), _shutdown.StopExecutions);
        _slots.Enter(execution);
        return execution;
    }
}
