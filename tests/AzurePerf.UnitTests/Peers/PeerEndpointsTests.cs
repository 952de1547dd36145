using System.Net;
using AzurePerf.Core.Peers;
using Xunit;

namespace AzurePerf.UnitTests.Peers;

public sealed class PeerEndpointsTests
{
    private static readonly IPAddress[] OfMachine = [.. new[] { "fe80::1", "2001:db8::7", "127.0.0.1", "10.0.0.5", "::1", "192.168.1.9", "10.0.0.5" }.Select(IPAddress.Parse)];

    [Fact]
    public void Addresses_are_read_as_they_were_told()
    {
        IPEndPoint[] told = [new(IPAddress.Parse("10.0.0.5"), 7_000), new(IPAddress.Parse("2001:db8::7"), 7_001)];
        Assert.Equal(told, PeerEndpoints.Read(PeerEndpoints.Write(told)));
    }

    [Theory]
    [InlineData("", "told 0 addresses")]
    [InlineData("10.0.0.5", "'10.0.0.5' is no address")]
    [InlineData("example.org:80", "'example.org:80' is no address")]
    [InlineData("10.0.0.5:7000,,x", "'x' is no address")]
    [InlineData("10.0.0.5:1,10.0.0.5:2,10.0.0.5:3,10.0.0.5:4,10.0.0.5:5,10.0.0.5:6,10.0.0.5:7,10.0.0.5:8,10.0.0.5:9,10.0.0.5:10,10.0.0.5:11,10.0.0.5:12,10.0.0.5:13,10.0.0.5:14,10.0.0.5:15,10.0.0.5:16,10.0.0.5:17", "told 17 addresses")]
    public void Nonsense_is_refused_with_what_it_is(string text, string message) =>
        Assert.Contains(message, Assert.Throws<InvalidDataException>(() => PeerEndpoints.Read(text)).Message, StringComparison.Ordinal);

    [Fact]
    public void On_one_machine_nothing_opens_to_a_network() =>
        Assert.Equal([IPAddress.Loopback], PeerEndpoints.Choose([], isOneMachine: true, OfMachine));

    [Fact]
    public void Between_machines_every_address_that_others_can_reach_is_told_once_and_the_shorter_kind_first() =>
        Assert.Equal(["10.0.0.5", "192.168.1.9", "2001:db8::7"], PeerEndpoints.Choose([], isOneMachine: false, OfMachine).Select(address => address.ToString()));

    [Fact]
    public void What_the_operator_names_is_what_is_told()
    {
        IPAddress[] named = [IPAddress.Parse("10.9.9.9")];
        Assert.Equal(named, PeerEndpoints.Choose(named, isOneMachine: true, OfMachine));
    }

    [Fact]
    public void A_machine_without_a_network_has_its_loopback_address() =>
        Assert.Equal([IPAddress.Loopback], PeerEndpoints.Choose([], isOneMachine: false, [IPAddress.IPv6Loopback]));
}
