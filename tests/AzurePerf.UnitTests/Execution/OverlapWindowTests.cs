using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class OverlapWindowTests
{
    private readonly OverlapWindow _window = new(clients: 3);

    [Fact]
    public void The_window_opens_at_the_latest_start_whoever_reports_last()
    {
        _window.ClientStarted(10);
        _window.ClientStarted(30);
        Assert.Equal(0, _window.NanosecondsInside(30, 40));

        _window.ClientStarted(20);
        Assert.Equal(10, _window.NanosecondsInside(20, 40));
        Assert.Equal(0.5, _window.ShareInside(20, 40));
    }

    [Fact]
    public void The_window_closes_at_the_earliest_end_whoever_reports_first()
    {
        Array.ForEach([1L, 2L, 3L], _window.ClientStarted);
        _window.ClientEnded(60);
        _window.ClientEnded(50);
        _window.ClientEnded(70);

        Assert.Equal(10, _window.NanosecondsInside(40, 80));
        Assert.Equal(0.25, _window.ShareInside(40, 80));
        Assert.Equal(0, _window.NanosecondsInside(51, 80));
    }

    [Theory]
    [InlineData(2, 0)]
    [InlineData(3, 1)]
    [InlineData(50, 1)]
    [InlineData(51, 0)]
    public void A_span_without_length_lies_inside_or_does_not(long instant, double share)
    {
        Array.ForEach([1L, 2L, 3L], _window.ClientStarted);
        _window.ClientEnded(50);

        Assert.Equal(share, _window.ShareInside(instant, instant));
    }
}
