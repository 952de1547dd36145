using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Workers;

public sealed class WorkerLivenessTests
{
    private static readonly EngineTimes Times = new(TimeSpan.FromSeconds(20));
    private readonly WorkerLiveness _liveness = new(Times);
    private TimeSpan _now = TimeSpan.FromHours(3);
    private TimeSpan _takes = TimeSpan.Zero;

    [Fact]
    public void Before_the_first_read_nobody_is_known_to_be_dead() => Assert.False(_liveness.IsDead("one"));

    [Fact]
    public void A_worker_whose_counter_moves_lives_however_long()
    {
        for (var beat = 1; beat < 100; beat++)
        {
            Read(("one", beat));
        }

        Assert.False(_liveness.IsDead("one"));
    }

    [Fact]
    public void One_that_stands_still_for_three_heartbeats_of_reads_is_dead_and_no_sooner()
    {
        Read(("one", 7));
        for (var read = 1; read < 12; read++)
        {
            Read(("one", 7));
            Assert.False(_liveness.IsDead("one"));
        }

        Read(("one", 7));
        Assert.True(_liveness.IsDead("one"));
    }

    [Fact]
    public void A_heartbeat_after_its_death_makes_it_alive_again_because_its_row_is_still_there()
    {
        for (var read = 0; read < 20; read++)
        {
            Read(("one", 7));
        }

        Read(("one", 8));

        Assert.False(_liveness.IsDead("one"));
    }

    [Fact]
    public void A_gap_between_two_reads_starts_the_count_anew_for_all()
    {
        for (var read = 0; read < 12; read++)
        {
            Read(("one", 7), ("two", 3));
        }

        _now += TimeSpan.FromHours(1);
        Read(("one", 7), ("two", 3));
        Assert.False(_liveness.IsDead("one"));

        for (var read = 1; read < 12; read++)
        {
            Read(("one", 7), ("two", 3));
            Assert.False(_liveness.IsDead("two"));
        }

        Read(("one", 7), ("two", 3));
        Assert.True(_liveness.IsDead("one"));
    }

    [Fact]
    public void Reads_at_the_longest_gap_that_is_allowed_still_count()
    {
        for (var read = 0; read < 7; read++)
        {
            Read(Times.LongestReadGap, ("one", 7));
        }

        Assert.True(_liveness.IsDead("one"));
    }

    [Fact]
    public void A_worker_without_a_row_is_dead_at_once()
    {
        Read(("one", 1), ("two", 1));
        Read(("two", 2));

        Assert.True(_liveness.IsDead("one"));
        Assert.True(_liveness.IsDead("never seen"));
    }

    [Fact]
    public void A_newcomer_counts_from_its_first_read()
    {
        for (var read = 0; read < 30; read++)
        {
            Read(("old", read));
        }

        Read(("old", 30), ("new", 0));

        Assert.False(_liveness.IsDead("new"));
        Assert.False(_liveness.IsDead("old"));
    }

    [Fact]
    public void One_that_went_and_came_back_counts_from_its_return()
    {
        for (var read = 0; read < 12; read++)
        {
            Read(("one", 7), ("two", read));
        }

        Read(("two", 50));
        Read(("one", 7), ("two", 51));

        Assert.False(_liveness.IsDead("one"));
    }

    [Fact]
    public void A_counter_that_a_read_found_new_counts_from_the_end_of_that_read_because_it_may_be_as_new()
    {
        _takes = TimeSpan.FromSeconds(4);
        Read(("one", 7));
        _takes = TimeSpan.Zero;
        for (var read = 1; read < 13; read++)
        {
            Read(("one", 7));
            Assert.False(_liveness.IsDead("one"));
        }

        Read(("one", 7));
        Assert.True(_liveness.IsDead("one"));
    }

    private void Read(params (string WorkerId, long Beat)[] workers) => Read(Times.WorkerRead, workers);

    private void Read(TimeSpan after, params (string WorkerId, long Beat)[] workers)
    {
        _now += after;
        _liveness.Observe(workers.Select(worker => new WorkerState
        {
            WorkerId = worker.WorkerId,
            Pool = WorkerPool.Measure,
            HostId = "host1",
            Build = "build1",
            Beat = worker.Beat,
            StartedAt = DateTimeOffset.UnixEpoch,
        }), _now, _now + _takes);
    }
}
