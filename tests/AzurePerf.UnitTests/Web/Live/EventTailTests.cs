using AzurePerf.Core.Runs;
using AzurePerf.Web.Live;
using Xunit;

namespace AzurePerf.UnitTests.Web.Live;

public sealed class EventTailTests
{
    private const int Kept = 100;

    [Fact]
    public void Events_are_taken_in_order()
    {
        var tail = EventTail.None.After(Events(1, 2), Kept).After(Events(3), Kept);

        Assert.Equal((1, 3), (tail.First, tail.Last));
        Assert.Equal([1, 2, 3], tail.Events.Select(entry => entry.Sequence));
    }

    [Fact]
    public void What_comes_after_a_gap_waits_until_the_gap_is_filled()
    {
        var tail = EventTail.None.After(Events(1, 3), Kept);
        Assert.Equal(1, tail.Last);

        Assert.Equal([1, 2, 3], tail.After(Events(2, 3), Kept).Events.Select(entry => entry.Sequence));
    }

    [Fact]
    public void A_gap_that_stays_is_passed()
    {
        var tail = EventTail.None;
        for (var reading = 0; reading < EventTail.LongestPatience; reading++)
        {
            tail = tail.After(Events(2, 3), Kept);
            Assert.Equal(0, tail.Last);
        }

        Assert.Equal([2, 3], tail.After(Events(2, 3), Kept).Events.Select(entry => entry.Sequence));
    }

    [Fact]
    public void Only_the_newest_are_kept()
    {
        var tail = EventTail.None.After(Events([.. Enumerable.Range(1, 10)]), kept: 4);

        Assert.Equal((7, 10, 4), (tail.First, tail.Last, tail.Events.Count));
    }

    [Theory]
    [InlineData(0, "7 8 9 10")]
    [InlineData(7, "8 9 10")]
    [InlineData(10, "")]
    [InlineData(12, "")]
    public void What_comes_after_a_number_is_found(int after, string expected) => Assert.Equal(
        expected, string.Join(' ', EventTail.None.After(Events([.. Enumerable.Range(1, 10)]), kept: 4).Since(after).Select(entry => entry.Sequence)));

    [Fact]
    public void What_comes_after_a_number_is_found_where_some_are_missing()
    {
        var tail = EventTail.None with { Patience = 0 };

        Assert.Equal([5, 9], tail.After(Events(1, 2, 5, 9), Kept).Since(2).Select(entry => entry.Sequence));
    }

    private static RunEvent[] Events(params int[] sequences) => [.. sequences.Select(sequence => new RunEvent(sequence, WebUnderTest.Now, "event"))];
}
