using System.Net;
using System.Net.Sockets;
using AzurePerf.Core.Access;
using AzurePerf.Core.Settings;
using AzurePerf.Web.Listening;
using Microsoft.Extensions.Configuration;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ListenAddressesTests
{
    [Fact]
    public void Nothing_said_means_port_5080_on_loopback() => Assert.Equal("http://127.0.0.1:5080", Choose());

    [Theory]
    [InlineData("5099", "http://127.0.0.1:5099")]
    [InlineData("0", "http://127.0.0.1:0")]
    public void A_port_is_taken_on_loopback(string port, string address) => Assert.Equal(address, Choose(("Web:Port", port)));

    [Theory]
    [InlineData("urls", "http://127.0.0.1:7000")]
    [InlineData("urls", "http://localhost:7000;http://[::1]:7001")]
    [InlineData("Kestrel:Endpoints:Http:Url", "http://localhost:7000")]
    public void Loopback_addresses_given_in_ASP_NET_s_own_way_are_left_to_it(string key, string value) => Assert.Null(Choose((key, value)));

    [Fact]
    public void A_port_wins_over_other_urls() => Assert.Equal("http://127.0.0.1:1", Choose(("urls", "http://127.0.0.1:7000"), ("Web:Port", "1")));

    [Theory]
    [InlineData("urls", "http://0.0.0.0:5080")]
    [InlineData("urls", "http://*:5080")]
    [InlineData("urls", "http://+:5080")]
    [InlineData("urls", "http://[::]:5080")]
    [InlineData("urls", "http://192.168.1.2:5080")]
    [InlineData("urls", "http://my-machine:5080")]
    [InlineData("urls", "http://localhost:5080;http://0.0.0.0:5081")]
    [InlineData("urls", "http://127.0.0.1.evil.example:5080")]
    [InlineData("urls", "http://unix:/tmp/socket")]
    [InlineData("urls", "nonsense")]
    [InlineData("http_ports", "8080")]
    [InlineData("https_ports", "8443")]
    [InlineData("Kestrel:Endpoints:Public:Url", "http://0.0.0.0:5080")]
    [InlineData("Kestrel:Endpoints:Public:Protocols", "Http1")]
    public void Any_other_address_is_refused_in_one_sentence_even_when_a_port_is_given(string key, string value)
    {
        Assert.Throws<SettingsException>(() => Choose((key, value)));
        var refusal = Assert.Throws<SettingsException>(() => Choose((key, value), ("Web:Port", "5080")));

        var sentence = Assert.Single(refusal.Faults);
        Assert.Contains("loopback only", sentence, StringComparison.Ordinal);
        Assert.DoesNotContain('\n', sentence);
    }

    [Fact]
    public void What_the_server_is_about_to_bind_is_checked_once_more()
    {
        ListenAddresses.Check(new IPEndPoint(IPAddress.Loopback, 5080), AccessMode.Local);
        ListenAddresses.Check(new IPEndPoint(IPAddress.IPv6Loopback, 5080), AccessMode.Local);
        Assert.Throws<SettingsException>(() => ListenAddresses.Check(new IPEndPoint(IPAddress.Any, 5080), AccessMode.Local));
        Assert.Throws<SettingsException>(() => ListenAddresses.Check(new IPEndPoint(IPAddress.IPv6Any, 5080), AccessMode.Local));
        Assert.Throws<SettingsException>(() => ListenAddresses.Check(new IPEndPoint(IPAddress.Parse("10.1.2.3"), 5080), AccessMode.Local));
        Assert.Throws<SettingsException>(() => ListenAddresses.Check(new UnixDomainSocketEndPoint("/tmp/socket"), AccessMode.Local));
    }

    [Theory]
    [InlineData(AccessMode.Keys)]
    [InlineData(AccessMode.ContainerApps)]
    public void Where_callers_are_known_any_address_is_taken_and_loopback_is_still_the_default(AccessMode mode)
    {
        Assert.Equal("http://127.0.0.1:5080", Choose(mode));
        Assert.Null(Choose(mode, ("urls", "http://0.0.0.0:8080")));
        Assert.Null(Choose(mode, ("http_ports", "8080")));
        ListenAddresses.Check(new IPEndPoint(IPAddress.Any, 8080), mode);
    }

    private static string? Choose(params (string Key, string Value)[] settings) => Choose(AccessMode.Local, settings);

    private static string? Choose(AccessMode mode, params (string Key, string Value)[] settings) => ListenAddresses.Choose(new ConfigurationBuilder()
        .AddInMemoryCollection(settings.Select(setting => KeyValuePair.Create<string, string?>(setting.Key, setting.Value)))
        .Build(), mode);
}
