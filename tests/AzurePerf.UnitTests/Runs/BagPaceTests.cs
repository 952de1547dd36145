using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class BagPaceTests
{
    [Theory]
    [InlineData(200, 100, 1_000, 500)]
    [InlineData(101, 100, 20, 80)]
    [InlineData(200, 0, 1_000, 5)]
    [InlineData(2, 1, 1_000, 1_000)]
    public void The_next_look_is_when_half_is_worked_off_but_a_pace_is_not_believed_for_long(int before, int now, int betweenMilliseconds, int expectedMilliseconds) =>
        Assert.Equal(TimeSpan.FromMilliseconds(expectedMilliseconds), BagPace.NextLook(before, now, TimeSpan.FromMilliseconds(betweenMilliseconds)));

    [Theory]
    [InlineData(100, 100)]
    [InlineData(0, 0)]
    [InlineData(100, 200)]
    public void Where_nothing_was_worked_off_the_looks_become_rare(int before, int now) =>
        Assert.Equal(TimeSpan.FromSeconds(4), BagPace.NextLook(before, now, TimeSpan.FromSeconds(1)));
}
