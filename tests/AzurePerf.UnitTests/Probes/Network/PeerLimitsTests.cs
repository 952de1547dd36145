using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Peers;
using AzurePerf.Probes.Network;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Network;

public sealed class PeerLimitsTests
{
    [Fact]
    public void A_worker_answers_for_longer_than_its_longest_transfer_takes_at_the_expected_pace()
    {
        var options = new TcpBandwidthOptions { TransferBytes = 1L << 40, OperationsPerClient = 1, RestSeconds = 600 };

        Assert.True(options.ExpectedDuration() > TimeSpan.FromHours(24));
        Assert.True(PeerLimits.LifeTimeOf(options) > options.ExpectedDuration());
    }

    [Fact]
    public void A_warm_up_takes_its_time_and_the_rests_before_its_last_transfer_and_the_first_measured_one()
    {
        Assert.Equal(TimeSpan.FromSeconds(3_610), PeerLimits.WarmUpOf(new TcpBandwidthOptions { WarmUpSeconds = 10, RestSeconds = 1_800 }));
        Assert.Equal(TimeSpan.FromSeconds(3_600), PeerLimits.WarmUpOf(new TcpRttOptions { WarmUpSeconds = 3_600 }));
    }

    [Fact]
    public void No_life_time_is_longer_than_a_timer_can_run() =>
        Assert.Equal(TimeSpan.FromDays(30), PeerLimits.LifeTimeOf(new TcpBandwidthOptions { OperationsPerClient = 10_000_000 }));

    [Theory]
    [InlineData(0, true)]
    [InlineData(2, true)]
    [InlineData(3, false)]
    public void Only_the_streams_of_the_point_are_served(int stream, bool served)
    {
        var limits = PeerLimits.Of(new TcpBandwidthOptions { Clients = 3 });

        Assert.Equal(served, limits.Allows(new(PeerService.Drain, false, stream, 131_072, 2_000_000_000)));
        Assert.False(limits.Allows(new(PeerService.Drain, false, 0, 131_072, 2_000_000_001)));
        Assert.False(limits.Allows(new(PeerService.Source, false, 0, 131_072, 2_000_000_000)));
    }
}
