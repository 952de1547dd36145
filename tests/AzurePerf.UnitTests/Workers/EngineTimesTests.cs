using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Workers;

public sealed class EngineTimesTests
{
    [Theory]
    [InlineData(20)]
    [InlineData(1)]
    public void Every_interval_is_a_multiple_of_the_heartbeat(int heartbeatSeconds)
    {
        var heartbeat = TimeSpan.FromSeconds(heartbeatSeconds);
        var times = new EngineOptions { Heartbeat = heartbeat }.Times();

        Assert.Equal(
            [0.25 * heartbeat, 0.5 * heartbeat, heartbeat, 1.5 * heartbeat, 2.25 * heartbeat, 3 * heartbeat, 3 * heartbeat, 6 * heartbeat],
            [times.WorkerRead, times.LongestReadGap, times.Heartbeat, times.StopGrace, times.SelfStop, times.Dead, times.Sweep, times.Reconciliation]);
    }

    [Fact]
    public void A_worker_stops_itself_before_it_can_be_declared_dead() =>
        Assert.True(new EngineTimes(TimeSpan.FromSeconds(20)).SelfStop < new EngineTimes(TimeSpan.FromSeconds(20)).Dead);

    [Theory]
    [InlineData(20, new[] { 1.0, 2, 4, 8, 10, 10, 10 })]
    [InlineData(1, new[] { 0.5, 0.5 })]
    public void A_pause_after_failures_doubles_and_restarts_no_count_of_what_stands_still(int heartbeatSeconds, double[] pauses)
    {
        var times = new EngineTimes(TimeSpan.FromSeconds(heartbeatSeconds));

        Assert.Equal(pauses, Enumerable.Range(1, pauses.Length).Select(failures => times.PauseAfter(failures).TotalSeconds));
    }
}
