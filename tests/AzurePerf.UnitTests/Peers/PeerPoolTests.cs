using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Peers;

public sealed class PeerPoolTests
{
    [Fact]
    public void A_pool_without_workers_refuses_nothing_because_a_message_starts_one() =>
        Assert.Empty(PeerPool.Refusal([Worker("m") with { Pool = WorkerPool.Measure }]));

    [Theory]
    [InlineData(null)]
    [InlineData(true)]
    public void A_peer_that_tries_or_has_reached_itself_refuses_nothing(bool? reached) => Assert.Empty(PeerPool.Refusal([Worker("a", reached)]));

    [Fact]
    public void Peers_that_reach_themselves_not_are_a_refusal_that_says_where_to_look() =>
        Assert.Equal(
            "no peer can be reached: worker a does not reach itself by worker-peer:9000 (refused); look at the TCP ingress of the app that runs the pool peer",
            PeerPool.Refusal([Worker("a", reached: false)]));

    [Fact]
    public void One_that_can_be_reached_is_enough_and_one_that_leaves_does_not_count()
    {
        Assert.Empty(PeerPool.Refusal([Worker("a", reached: false), Worker("b", reached: true)]));
        Assert.NotEmpty(PeerPool.Refusal([Worker("a", reached: false), Worker("b", reached: true) with { Draining = true }]));
    }

    private static WorkerState Worker(string id, bool? reached = null) => new()
    {
        WorkerId = id,
        Pool = WorkerPool.Peer,
        HostId = "host",
        Build = "build",
        StartedAt = DateTimeOffset.UnixEpoch,
        PeerTrial = new("worker-peer:9000", reached, reached == false ? "refused" : ""),
    };
}
