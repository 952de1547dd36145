using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class ThreadSleepTests
{
    /// <summary>Of Windows' clock; a wait that has lasted its milliseconds ends at the next one.</summary>
    private const double TickMilliseconds = 15.625;

    [Theory]
    [InlineData(2)]
    [InlineData(9)]
    [InlineData(16.9)]
    [InlineData(17)]
    public void An_arrival_that_is_nearer_than_a_tick_of_windows_is_not_waited_for_by_a_handle(double milliseconds) =>
        Assert.Equal(0, Wait(milliseconds, isWindows: true));

    [Theory]
    [InlineData(17.1)]
    [InlineData(18)]
    [InlineData(100.5)]
    [InlineData(60_000)]
    public void A_wait_for_a_handle_on_windows_ends_before_the_arrival_though_it_comes_a_tick_late(double milliseconds)
    {
        var wait = Wait(milliseconds, isWindows: true);

        Assert.True(wait > 0);
        Assert.InRange(milliseconds - (wait + TickMilliseconds), 0, 2);
    }

    [Theory]
    [InlineData(1.9, 0)]
    [InlineData(2, 0)]
    [InlineData(2.5, 1)]
    [InlineData(9, 8)]
    [InlineData(1e11, int.MaxValue)]
    public void Elsewhere_a_handle_comes_late_by_a_millisecond(double milliseconds, int wait) => Assert.Equal(wait, Wait(milliseconds, isWindows: false));

    private static int Wait(double milliseconds, bool isWindows) => ThreadSleep.MillisecondsByAHandle((long)(milliseconds * 1e6), isWindows);
}
