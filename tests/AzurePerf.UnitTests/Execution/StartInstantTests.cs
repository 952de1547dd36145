using AzurePerf.Testing.Time;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class StartInstantTests
{
    [Fact]
    public async Task The_approach_ends_at_the_instant_and_not_before()
    {
        var time = new FakeTimeProvider();
        var approach = new StartInstant(2_500_400_000, new(time), time).ApproachAsync(CancellationToken.None);

        time.Advance(TimeSpan.FromMilliseconds(2_500));
        Assert.False(approach.IsCompleted);
        time.Advance(TimeSpan.FromMilliseconds(1));
        await approach.WaitAsync(TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task A_stop_ends_the_approach_without_an_exception()
    {
        var time = new FakeTimeProvider();
        using var stop = new CancellationTokenSource();
        var approach = new StartInstant(2_000_000_000, new(time), time).ApproachAsync(stop.Token);

        await stop.CancelAsync();
        await approach.WaitAsync(TestContext.Current.CancellationToken);
    }

    [Fact]
    public void Spinning_ends_when_the_clock_has_reached_the_instant()
    {
        var time = new MovingTime();
        var clock = new MeasurementClock(time);

        new StartInstant(5_000, clock, time).Spin(CancellationToken.None);

        Assert.InRange(clock.Nanoseconds(), 5_000, 5_000 + (2 * MovingTime.Step));
    }

    [Fact]
    public void Spinning_ends_when_stopped() =>
        new StartInstant(long.MaxValue, new(new MovingTime()), new MovingTime()).Spin(new CancellationToken(canceled: true));

    /// <summary>Moves on each time it is read.</summary>
    private sealed class MovingTime : TimeProvider
    {
        public const long Step = 100;

        private long _ticks;

        public override long TimestampFrequency => 1_000_000_000;

        public override long GetTimestamp() => _ticks += Step;
    }
}
