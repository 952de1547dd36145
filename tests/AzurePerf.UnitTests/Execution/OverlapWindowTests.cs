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
        Assert.False(_window.Contains(40));

        _window.ClientStarted(20);
        Assert.False(_window.Contains(29));
        Assert.True(_window.Contains(30));
    }

    [Fact]
    public void The_window_closes_at_the_earliest_end_whoever_reports_first()
    {
        Array.ForEach([1L, 2L, 3L], _window.ClientStarted);
        _window.ClientEnded(60);
        _window.ClientEnded(50);
        _window.ClientEnded(70);

        Assert.True(_window.Contains(50));
        Assert.False(_window.Contains(51));
    }
}
