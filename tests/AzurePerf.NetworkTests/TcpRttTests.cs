using System.Net;
using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Peers;
using AzurePerf.Testing.Network;
using Xunit;

namespace AzurePerf.NetworkTests;

public sealed class TcpRttTests
{
    /// <summary>Long beside a tenth of a millisecond, and too short for a virtual machine to give its processors away meanwhile: taking them back would be measured.</summary>
    private static readonly TimeSpan Held = TimeSpan.FromMicroseconds(300);

    [Theory]
    [InlineData("block", 1, 1)]
    [InlineData("spin", 1, 1)]
    [InlineData("block", 1_000, 3)]
    public async Task Every_message_comes_back_and_the_kernel_says_what_it_saw(string mode, int bytes, int clients)
    {
        await using var pair = await Pair.StartAsync("tcp.rtt", Parameters(mode, bytes, clients));

        var result = (await pair.MeasureAsync()).Result;
        var summary = result.Operations!;

        Assert.Equal(new() { [OperationOutcome.Ok] = 50L * clients }, summary.Outcomes);
        Assert.Equal(50L * clients * 2 * bytes, summary.Bytes);
        Assert.Equal(clients, summary.ClientsFinished);
        Assert.True(summary.Latency.MinimumNanoseconds > 1_000);
        Assert.DoesNotContain(PointFlag.GeneratorBound, result.Flags);
        Assert.Contains(result.Notes, note => note.Contains("loopback", StringComparison.Ordinal));
        Assert.Equal(1, result.Values.Last(figure => figure.Name.StartsWith("share within", StringComparison.Ordinal)).Value, 0.1);
        if (OperatingSystem.IsLinux())
        {
            Assert.Contains(result.Values, figure => figure is { Name: "round trip by the kernel (minimum)", Unit: "us", Value: > 0 });
            Assert.Contains(result.Values, figure => figure is { Name: "processor time of the peer while connected", Value: > 0 });
        }
    }

    [Fact]
    public async Task What_a_relay_holds_back_is_what_the_median_grows_by()
    {
        // A busy machine wakes whoever slept later than whoever did not; a fault of the probe is there each time.
        var (differences, attempts) = (new List<double>(), 3);
        while (differences.Count < attempts && !differences.Exists(IsSmall))
        {
            differences.Add(await GrowthBeyondHeldAsync());
        }

        Assert.Contains(differences, IsSmall);

        static bool IsSmall(double microseconds) => Math.Abs(microseconds) <= 100;
    }

    [Fact]
    public async Task A_peer_that_cannot_be_reached_is_named_with_every_address_that_was_tried()
    {
        var parameters = Parameters("block", 1, 1);
        parameters["operationsPerClient"] = 3;
        await using var pair = await Pair.StartAsync("tcp.rtt", parameters);
        var (one, other) = (new IPEndPoint(IPAddress.Loopback, 1), new IPEndPoint(IPAddress.Parse("127.0.0.2"), 2));

        var result = (await pair.MeasureAsync(at: [one, other])).Result;
        var summary = result.Operations!;

        Assert.Equal([OperationOutcome.ConnectionRefused], summary.Outcomes.Keys);
        Assert.StartsWith(
            "IOException: the peer could not be reached: 127.0.0.1:1 refused; 127.0.0.2:2 refused", summary.FailureMessages[OperationOutcome.ConnectionRefused], StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_second_address_serves_when_the_first_does_not()
    {
        await using var pair = await Pair.StartAsync("tcp.rtt", Parameters("block", 1, 1));

        var result = (await pair.MeasureAsync(at: [new(IPAddress.Loopback, 1), pair.Endpoint])).Result;
        var summary = result.Operations!;

        Assert.Equal([OperationOutcome.Ok], summary.Outcomes.Keys);
    }

    [Fact]
    public async Task A_connection_that_breaks_costs_the_round_trip_it_broke_in_and_none_is_timed_while_it_is_opened_again()
    {
        await using var pair = await Pair.StartAsync("tcp.rtt", Parameters("block", 1, 1));
        using var relay = new Relay(pair.Endpoint, dropAfterBytes: 160);

        var result = (await pair.MeasureAsync(at: [relay.Endpoint])).Result;
        var summary = result.Operations!;

        Assert.Equal(50, summary.Operations);
        Assert.Equal([OperationOutcome.Ok, OperationOutcome.ConnectionReset], summary.Outcomes.Keys);
    }

    [Theory]
    [InlineData("block")]
    [InlineData("spin")]
    public async Task A_message_that_comes_back_changed_is_corrupt(string mode)
    {
        await using var pair = await Pair.StartAsync("tcp.rtt", Parameters(mode, 1, 1));
        using var relay = new Relay(pair.Endpoint, change: Bytes.InvertedAt(PeerHandshake.GreetingLength + PeerHandshake.VerdictLength + 20));

        var summary = (await pair.MeasureAsync(at: [relay.Endpoint])).Result.Operations!;

        Assert.Equal(50, summary.Operations);
        Assert.Equal([OperationOutcome.Ok, OperationOutcome.ConnectionReset, OperationOutcome.Corrupt], summary.Outcomes.Keys.Order());
        Assert.Equal("CorruptDataException: the message came back changed", summary.FailureMessages[OperationOutcome.Corrupt]);
    }

    /// <summary>By how many microseconds more than a relay held them back the median of round trips has grown.</summary>
    private static async Task<double> GrowthBeyondHeldAsync()
    {
        const int Trips = 400;
        const int WarmUp = 5;
        var parameters = Parameters("block", 1, 1);
        parameters["operationsPerClient"] = Trips;
        parameters["pinning"] = "free";
        await using var pair = await Pair.StartAsync("tcp.rtt", parameters);

        // Held back or not by turns drawn at random, so that a machine that changes its pace changes it for both.
        var turns = new Random(1);
        using var relay = new Relay(pair.Endpoint, () => turns.Next(2) == 0 ? TimeSpan.Zero : Held);
        var measurement = await pair.MeasureAsync(at: [relay.Endpoint]);

        var trips = measurement.Details.Samples.Zip(relay.HeldMicroseconds.Skip(WarmUp), (sample, held) => (Microseconds: (sample.EndNanoseconds - sample.StartNanoseconds) / 1e3, Held: held)).ToArray();
        Assert.Equal(Trips, trips.Length);
        var (with, without) = (trips.Where(trip => trip.Held >= Held.TotalMicroseconds).ToArray(), trips.Where(trip => trip.Held < Held.TotalMicroseconds).ToArray());
        var grown = Median(with.Select(trip => trip.Microseconds)) - Median(without.Select(trip => trip.Microseconds));
        var held = Median(with.Select(trip => trip.Held)) - Median(without.Select(trip => trip.Held));
        Assert.True(held >= Held.TotalMicroseconds - 1);
        return grown - held;
    }

    private static double Median(IEnumerable<double> values) => values.Order().ToArray() is var sorted ? sorted[sorted.Length / 2] : 0;

    private static JsonObject Parameters(string mode, int bytes, int clients) => new()
    {
        ["mode"] = mode,
        ["messageBytes"] = bytes,
        ["clients"] = clients,
        ["operationsPerClient"] = 50,
        ["warmUpOperations"] = 5,
    };
}
