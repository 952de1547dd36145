using System.Net;
using AzurePerf.Core.Peers;
using Xunit;

namespace AzurePerf.UnitTests.Peers;

public sealed class PeerRouteTests
{
    [Fact]
    public void The_configured_name_leads_through_a_proxy()
    {
        var route = PeerRoute.Read("worker-peer:9000", ingress: "worker-peer:9000");

        Assert.True(route.ThroughProxy);
        Assert.Equal(new DnsEndPoint("worker-peer", 9000), Assert.Single(route.Endpoints));
    }

    [Theory]
    [InlineData("worker-peer:9000", "")]
    [InlineData("somebody.example:9000", "worker-peer:9000")]
    [InlineData("worker-peer:9001", "worker-peer:9000")]
    [InlineData("", "")]
    public void A_name_that_only_the_other_worker_tells_is_never_resolved(string told, string ingress) =>
        Assert.Throws<InvalidDataException>(() => PeerRoute.Read(told, ingress));

    [Fact]
    public void Addresses_lead_there_directly_even_where_a_name_is_configured()
    {
        var route = PeerRoute.Read("10.0.0.5:7000,[fd00::1]:7000", ingress: "worker-peer:9000");

        Assert.False(route.ThroughProxy);
        Assert.Equal([IPEndPoint.Parse("10.0.0.5:7000"), IPEndPoint.Parse("[fd00::1]:7000")], route.Endpoints);
    }

    [Theory]
    [InlineData("worker-peer:9000", "worker-peer:9000")]
    [InlineData("a.b.internal:1", "a.b.internal:1")]
    [InlineData("127.0.0.2:9000", "127.0.0.2:9000")]
    [InlineData("[::1]:65535", "[::1]:65535")]
    public void A_configured_name_is_written_as_it_was_read(string text, string expected) => Assert.Equal(expected, PeerEndpoints.TextOf(PeerEndpoints.Named(text)));

    [Theory]
    [InlineData("")]
    [InlineData("worker-peer")]
    [InlineData("worker-peer:0")]
    [InlineData("worker-peer:65536")]
    [InlineData("worker-peer:+1")]
    [InlineData(":9000")]
    [InlineData("worker peer:9000")]
    [InlineData("http://worker-peer:9000")]
    [InlineData("worker-peer/x:9000")]
    [InlineData("user@worker-peer:9000")]
    public void What_is_no_name_with_a_port_is_refused(string text) =>
        Assert.Contains("no name of a host with a port", Assert.Throws<InvalidDataException>(() => PeerEndpoints.Named(text)).Message, StringComparison.Ordinal);
}
