using System.Net;
using AzurePerf.Hosting.Telemetry;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace AzurePerf.UnitTests.Hosting.Telemetry;

public sealed class MetricsCallerTests
{
    [Theory]
    [InlineData("127.0.0.1", "127.0.0.1:5082")]
    [InlineData("::1", "[::1]:5082")]
    [InlineData("::ffff:127.0.0.1", "localhost")]
    public void A_program_of_the_same_machine_is_answered(string from, string host) => Assert.True(MetricsCaller.IsOnThisMachine(Request(from, host)));

    [Theory]
    [InlineData("10.0.0.7", "127.0.0.1")]
    [InlineData("::ffff:10.0.0.7", "localhost")]
    [InlineData(null, "localhost")]
    public void Another_machine_is_not_whatever_host_it_names(string? from, string host) => Assert.False(MetricsCaller.IsOnThisMachine(Request(from, host)));

    [Fact]
    public void A_page_that_found_its_way_here_by_a_name_of_its_own_is_not() => Assert.False(MetricsCaller.IsOnThisMachine(Request("127.0.0.1", "evil.example")));

    [Theory]
    [InlineData("Forwarded")]
    [InlineData("X-Forwarded-For")]
    [InlineData("X-Forwarded-Host")]
    public void Whom_a_proxy_of_this_machine_asks_for_is_not(string header) => Assert.False(MetricsCaller.IsOnThisMachine(Request("127.0.0.1", "localhost", header)));

    private static DefaultHttpContext Request(string? from, string host, string? header = null)
    {
        var context = new DefaultHttpContext();
        context.Connection.RemoteIpAddress = from is null ? null : IPAddress.Parse(from);
        context.Request.Host = new(host);
        if (header is not null)
        {
            context.Request.Headers[header] = "127.0.0.1";
        }

        return context;
    }
}
