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
}
