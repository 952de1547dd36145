using System.Net;
using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using Xunit;

namespace AzurePerf.NetworkTests;

public sealed class ShapedNetworkTests
{
    /// <summary>1,448 bytes of payload in each frame of 1,514 that the shaper counts.</summary>
    private const double GoodputBytesPerSecond = 100e6 / 8 * 1_448 / 1_514;

    [Fact]
    public async Task A_hundred_megabits_are_measured_as_such_and_the_burst_before_them_shows_apart()
    {
        using var network = ShapedNetwork.TryCreate("100mbit", "4mb");
        Assert.SkipWhen(network is null, "network namespaces cannot be made here: that takes Linux, root and iproute2");

        await using var pair = await network.InFarAsync(() => Pair.StartAsync("tcp.bandwidth", Parameters, IPAddress.Parse(ShapedNetwork.FarAddress)).GetAwaiter().GetResult());
        var measurement = await network.InNearAsync(() => pair.MeasureAsync().GetAwaiter().GetResult());

        var figures = measurement.Result.Values.ToDictionary(figure => figure.Name, figure => figure.Value);
        Assert.Equal([OperationOutcome.Ok], measurement.Summary.Outcomes.Keys);
        Assert.InRange(figures["after the first second"] / GoodputBytesPerSecond, 0.97, 1.03);
        Assert.InRange(figures["first second"] - figures["after the first second"], 2e6, 6e6);
        Assert.DoesNotContain(measurement.Result.Notes, note => note.Contains("loopback", StringComparison.Ordinal));
    }

    private static JsonObject Parameters => new()
    {
        ["direction"] = "send",
        ["transferBytes"] = 50_000_000,
        ["operationsPerClient"] = 1,
        ["warmUpOperations"] = 1,
        ["warmUpSeconds"] = 0.3,

        // In which the shaper fills its bucket again.
        ["restSeconds"] = 1,
    };
}
