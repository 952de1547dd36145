using System.Net;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Peers;
using AzurePerf.Probes;
using AzurePerf.Probes.Network;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Network;

public sealed class NetworkProbeTests
{
    [Fact]
    public async Task Of_several_connections_the_shortest_round_trip_the_mean_smoothed_one_and_all_segments_sent_again_are_told()
    {
        await using var probe = new KeepingProbe([new(100, 20, 1), null, new(400, 70, 2), new(250, 50, 4)]);

        Assert.Equal(
            [("round trip by the kernel (smoothed)", 250), ("round trip by the kernel (minimum)", 20), ("segments sent again", 7)],
            probe.Values.Skip(2).Select(figure => (figure.Name, figure.Value)));
    }

    [Theory]
    [InlineData("10.0.0.5", "10.0.0.5", true)]
    [InlineData("10.0.0.5", "10.0.0.6", false)]
    [InlineData("10.0.0.5", "127.0.0.1", true)]
    [InlineData("::ffff:10.0.0.5", "::ffff:127.0.0.1", true)]
    [InlineData("2001:db8::1", "2001:db8::7f00:1", false)]
    [InlineData("::1", "::1", true)]
    public void Connections_of_one_machine_are_told_by_their_addresses(string local, string remote, bool stays) =>
        Assert.Equal(stays, PeerSocket.LeadsToItself(IPAddress.Parse(local), IPAddress.Parse(remote)));

    private sealed class KeepingProbe : NetworkProbe
    {
        public KeepingProbe(IReadOnlyList<TcpInfo?> infos)
            : base(new TcpRttOptions(), new ProbeScope { Target = null!, Register = null!, Seed = 1 })
        {
            foreach (var info in infos)
            {
                Keep(info, new PeerReport(1, 1, 1, 0, null!));
            }
        }

        public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
