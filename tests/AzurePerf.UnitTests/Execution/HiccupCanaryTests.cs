using AzurePerf.Testing.Time;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class HiccupCanaryTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly List<IThreadPoolWorkItem> _queued = [];

    [Fact]
    public void A_hiccup_is_what_a_sleep_takes_longer_than_the_shortest_one()
    {
        // 1.06 ms is what this machine takes at least; it is learned before the window opens and is no hiccup.
        var hiccups = Watch(open: 2, 5, 1.06, 1.06, 1.06, 1.56, 3.06, 1.06, 1.06).Hiccups;

        Assert.Equal(6, hiccups.Count);
        Assert.Equal(2_000_000, hiccups.MaximumNanoseconds);
        Assert.InRange(hiccups.P50Nanoseconds!.Value, 0, 1_000);
        Assert.Null(hiccups.P99Nanoseconds);
    }

    [Fact]
    public void Before_the_window_opens_nothing_counts() => Assert.Equal(0, Watch(open: 99, 5, 7, 9).Hiccups.Count);

    [Fact]
    public void The_99th_percentile_needs_as_many_sleeps_as_that_of_a_latency()
    {
        Assert.Null(Watch(open: 0, [.. Enumerable.Repeat(1.0, 367)]).Hiccups.P99Nanoseconds);
        Assert.NotNull(Watch(open: 0, [.. Enumerable.Repeat(1.0, 368)]).Hiccups.P99Nanoseconds);
    }

    [Fact]
    public void Every_hundred_milliseconds_the_thread_pool_gets_a_work_item_and_its_wait_is_its_delay()
    {
        var pool = Pool(pending: 3);
        pool.Look(Now);
        _time.Advance(TimeSpan.FromMilliseconds(7));
        Assert.Single(_queued).Execute();
        pool.Look(Now);
        pool.Look(Now);
        _time.Advance(TimeSpan.FromMilliseconds(2));
        _queued[1].Execute();
        var delays = pool.Close();

        Assert.Equal((2, 2, 7_000_000, 3), (_queued.Count, delays.Count, delays.MaximumNanoseconds, pool.MostPending));
    }

    [Fact]
    public void A_work_item_that_never_ran_counts_with_the_time_that_it_has_waited_and_not_again()
    {
        var pool = Pool(pending: 0);
        pool.Look(Now);
        _time.Advance(TimeSpan.FromSeconds(30));
        var delays = pool.Close();
        _queued[0].Execute();

        Assert.Equal((1, 30_000_000_000), (delays.Count, delays.MaximumNanoseconds));
        Assert.Equal(delays, pool.Close());
    }

    [Fact]
    public void The_canary_looks_at_the_pool_ten_times_a_second()
    {
        var reading = Watch(open: 0, [.. Enumerable.Repeat(1.0, 1_000)]);

        Assert.InRange(reading.QueueDelays.Count, 9, 11);
    }

    [Fact]
    public void A_real_one_sees_something_and_ends_when_it_is_closed()
    {
        var clock = new MeasurementClock(TimeProvider.System);
        using var canary = HiccupCanary.Start(clock);
        canary.Open();
        var until = clock.Nanoseconds() + 30_000_000;
        SpinWait.SpinUntil(() => clock.Nanoseconds() > until);

        var reading = canary.Close();

        Assert.InRange(reading.Hiccups.Count, 0, 40);
        Assert.Equal(reading.Hiccups.Count > 0, reading.Hiccups.MaximumNanoseconds is >= 0);
    }

    private Core.Measurements.Generators.CanaryReading Watch(int open, params double[] sleeps)
    {
        HiccupCanary? canary = null;
        var (clock, slept) = (new MeasurementClock(_time), 0);
        var pool = new PoolDelay(clock, item => item.Execute(), () => 0);
        canary = new(clock, Sleep, pool);
        canary.Watch();
        return canary.Close();

        bool Sleep()
        {
            if (slept == open)
            {
                canary!.Open();
            }

            if (slept == sleeps.Length)
            {
                return false;
            }

            _time.Advance(TimeSpan.FromMilliseconds(sleeps[slept++]));
            return true;
        }
    }

    private MeasurementClock? _clock;

    private long Now => (_clock ??= new(_time)).Nanoseconds();

    private PoolDelay Pool(long pending) => new(_clock ??= new(_time), _queued.Add, () => pending);
}
