using AzurePerf.Testing.Time;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class MeasurementClockTests
{
    [Fact]
    public void A_clock_counts_nanoseconds_since_it_was_made_whatever_its_ticks_are()
    {
        var time = new FakeTimeProvider();
        time.Advance(TimeSpan.FromDays(3));
        var clock = new MeasurementClock(time);

        Assert.Equal(0, clock.Nanoseconds());
        time.Advance(TimeSpan.FromTicks(1));
        Assert.Equal(100, clock.Nanoseconds());
        time.Advance(TimeSpan.FromDays(30));
        Assert.Equal((30L * 86_400 * 1_000_000_000) + 100, clock.Nanoseconds());
    }

    [Fact]
    public void A_clock_of_whole_nanoseconds_needs_no_division()
    {
        var clock = new MeasurementClock(new TicksOf10Nanoseconds());

        Assert.Equal(70, clock.Nanoseconds());
        Assert.Equal(140, clock.Nanoseconds());
        Assert.Equal(100_000_000, clock.Frequency);
    }

    private sealed class TicksOf10Nanoseconds : TimeProvider
    {
        private long _ticks = 1_000;

        public override long TimestampFrequency => 100_000_000;

        public override long GetTimestamp() => _ticks += 7;
    }
}
