using AzurePerf.Testing.Time;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class FailurePacingTests
{
    [Theory]
    [InlineData(1, 0, 0)]
    [InlineData(2, 0, 1)]
    [InlineData(3, 0, 2)]
    [InlineData(8, 0, 64)]
    [InlineData(9, 0, 100)]
    [InlineData(1_000, 0, 100)]
    [InlineData(8, 60, 4)]
    [InlineData(8, 64, 0)]
    [InlineData(1_000, 30_000, 0)]
    public void The_pause_fills_up_the_distance_between_two_starts(int failuresInARow, int tookMilliseconds, int expectedMilliseconds)
        => Assert.Equal(
            TimeSpan.FromMilliseconds(expectedMilliseconds),
            FailurePacing.PauseAfter(failuresInARow, tookMilliseconds * 1_000_000L));

    /// <summary>Timers count whole milliseconds.</summary>
    [Theory]
    [InlineData(0.5, 1)]
    [InlineData(1.9, 2)]
    [InlineData(2, 2)]
    public async Task No_wait_is_shorter_than_it_should_be(double milliseconds, int expected)
    {
        var time = new FakeTimeProvider();
        var waiting = FailurePacing.WaitAsync(TimeSpan.FromMilliseconds(milliseconds), time, TestContext.Current.CancellationToken);

        time.Advance(TimeSpan.FromMilliseconds(expected - 0.1));
        Assert.False(waiting.IsCompleted);
        time.Advance(TimeSpan.FromMilliseconds(0.1));
        await waiting;
    }
}
