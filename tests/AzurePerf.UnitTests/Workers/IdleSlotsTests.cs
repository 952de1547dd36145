using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Workers;

public sealed class IdleSlotsTests
{
    private static readonly EngineTimes Times = new(TimeSpan.FromSeconds(20));

    private static readonly WorkerState Idle = new() { WorkerId = "worker1", Pool = WorkerPool.Bag, HostId = "host1", Build = "build1", StartedAt = DateTimeOffset.UnixEpoch };

    private static readonly RunningTask Running = new("run1", 10, 0, 0, 1, "message1", "receipt1", 1, 0, "executing", 0, 1);

    private readonly IdleSlots _slots = new(Times);
    private TimeSpan _now;

    [Fact]
    public void A_worker_counts_once_it_had_nothing_to_do_for_two_heartbeats()
    {
        Look(0, Idle);
        Look(1.9, Idle);
        Assert.False(_slots.TryTake(WorkerPool.Bag));

        Look(0.1, Idle);
        Assert.True(_slots.TryTake(WorkerPool.Bag));
    }

    [Fact]
    public void One_that_did_something_in_between_does_not()
    {
        Look(0, Idle);
        Look(1, Idle with { Running = [Running] });
        Look(1, Idle);
        Look(1.9, Idle);

        Assert.False(_slots.TryTake(WorkerPool.Bag));
    }

    [Fact]
    public void One_that_ended_something_in_between_does_not_either_and_stands_for_the_next_one_two_heartbeats_later()
    {
        var after = Idle with { Tallies = [new StageTally("run1", 10, Done: 1, Failed: 0, Seconds: 0.1)] };
        Rest(Idle);
        Assert.True(_slots.TryTake(WorkerPool.Bag));
        Look(1, after);
        Assert.False(_slots.TryTake(WorkerPool.Bag));

        Look(2, after);
        Assert.True(_slots.TryTake(WorkerPool.Bag));
    }

    [Fact]
    public void Nobody_who_would_take_no_message_counts()
    {
        Rest(
            Idle with { WorkerId = "busy", Running = [Running] },
            Idle with { WorkerId = "draining", Draining = true },
            Idle with { WorkerId = "holding", Holding = true },
            Idle with { WorkerId = "measure", Pool = WorkerPool.Measure },
            Idle with { WorkerId = "unreached", PeerTrial = new("ingress:9000", null) });

        Assert.False(_slots.TryTake(WorkerPool.Bag));
    }

    [Fact]
    public void A_worker_that_is_gone_does_not_count_any_more()
    {
        Rest(Idle);
        Look(1);

        Assert.False(_slots.TryTake(WorkerPool.Bag));
    }

    [Fact]
    public void Only_workers_of_the_build_of_a_run_count_for_its_points()
    {
        Rest(Idle);

        Assert.False(_slots.TryTake(WorkerPool.Bag, "build2"));
        Assert.True(_slots.TryTake(WorkerPool.Bag, "build1"));
    }

    [Fact]
    public void One_idle_worker_stands_for_one_of_three_waiting_tasks_until_it_does_not_take_its_message()
    {
        Rest(Idle);
        Assert.Equal([true, false, false], Enumerable.Range(0, 3).Select(_ => _slots.TryTake(WorkerPool.Bag)));

        Look(5.9, Idle);
        Assert.False(_slots.TryTake(WorkerPool.Bag));

        Look(0.1, Idle);
        Assert.Equal([true, false], Enumerable.Range(0, 2).Select(_ => _slots.TryTake(WorkerPool.Bag)));
    }

    [Fact]
    public void It_stands_for_the_next_one_when_it_has_taken_a_message_and_is_idle_again()
    {
        Rest(Idle);
        Assert.True(_slots.TryTake(WorkerPool.Bag));

        Look(0.5, Idle with { Running = [Running] });
        Assert.False(_slots.TryTake(WorkerPool.Bag));

        Rest(Idle);
        Assert.True(_slots.TryTake(WorkerPool.Bag));
    }

    [Fact]
    public void Each_slot_of_each_worker_stands_for_one()
    {
        Rest(Idle with { Slots = 3 }, Idle with { WorkerId = "worker2", Slots = 2 });

        Assert.Equal(5, Enumerable.Range(0, 10).Count(_ => _slots.TryTake(WorkerPool.Bag)));
    }

    [Fact]
    public void Where_a_worker_runs_programs_only_such_a_worker_stands_for_a_task_that_may_run_one()
    {
        var busy = Idle with { WorkerId = "worker2", RunsPrograms = true, Running = [Running] };
        Rest(Idle, busy);

        Assert.False(_slots.TryTake(WorkerPool.Bag, programs: true));
        Assert.True(_slots.TryTake(WorkerPool.Bag));

        Rest(Idle, busy with { Running = [] });
        Assert.Equal([true, false], Enumerable.Range(0, 2).Select(_ => _slots.TryTake(WorkerPool.Bag, programs: true)));
    }

    [Fact]
    public void Where_nobody_runs_programs_any_worker_stands_for_such_a_task_because_one_takes_it_in_the_end()
    {
        Rest(Idle, Idle with { WorkerId = "worker2", Pool = WorkerPool.Measure, RunsPrograms = true });

        Assert.True(_slots.TryTake(WorkerPool.Bag, programs: true));
    }

    /// <summary>So many heartbeats after the look before.</summary>
    private void Look(double heartbeats, params WorkerState[] alive)
    {
        _now += heartbeats * Times.Heartbeat;
        _slots.Observe(alive, _now);
    }

    private void Rest(params WorkerState[] alive)
    {
        Look(1, alive);
        Look(2, alive);
    }
}
