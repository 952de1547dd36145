using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Peers;
using AzurePerf.Testing.Network;
using Xunit;

namespace AzurePerf.NetworkTests;

public sealed class TcpBandwidthTests
{
    private const long TransferBytes = 10_000_019;

    [Theory]
    [InlineData("send", 1)]
    [InlineData("receive", 1)]
    [InlineData("send", 3)]
    [InlineData("receive", 3)]
    public async Task Every_byte_of_every_stream_is_counted_once(string direction, int clients)
    {
        await using var pair = await Pair.StartAsync("tcp.bandwidth", Parameters(direction, clients));

        var measurement = await pair.MeasureAsync();

        var result = measurement.Result;
        var summary = result.Operations!;
        Assert.Equal(new() { [OperationOutcome.Ok] = 2L * clients }, summary.Outcomes);
        Assert.Equal(2 * clients * TransferBytes, summary.Bytes);
        Assert.Equal(2 * clients * TransferBytes, measurement.Details.Throughput!.Bytes.Sum());
        Assert.True(summary.BytesPerSecond.Total > 0);
        Assert.Equal(direction == "send", result.Values.Any(figure => figure is { Name: "received per second by the peer's clock", Value: > 0 }));
    }

    [Fact]
    public async Task A_single_transfer_to_the_peer_is_binned_as_the_peer_received_it()
    {
        var parameters = Parameters("send", 2);
        parameters["operationsPerClient"] = 1;
        await using var pair = await Pair.StartAsync("tcp.bandwidth", parameters);

        var throughput = (await pair.MeasureAsync()).Details.Throughput!;

        Assert.Equal(2 * TransferBytes, throughput.Bytes.Sum());
        Assert.Equal(100_000_000, throughput.BinNanoseconds);
    }

    [Theory]
    [InlineData("send")]
    [InlineData("receive")]
    public async Task A_limit_of_bytes_ends_a_transfer_and_the_peer_has_every_byte_that_counts(string direction)
    {
        var parameters = Parameters(direction, 1);
        parameters["bytesPerClient"] = 3_000_000;
        await using var pair = await Pair.StartAsync("tcp.bandwidth", parameters);

        var result = (await pair.MeasureAsync()).Result;
        var summary = result.Operations!;

        Assert.Equal([OperationOutcome.Ok], summary.Outcomes.Keys);
        Assert.InRange(summary.Bytes, 3_000_000, 3_000_000 + 131_072);
    }

    [Fact]
    public async Task A_connection_that_is_dropped_halfway_fails_as_one_and_keeps_the_bytes_counted_so_far()
    {
        var parameters = Parameters("send", 1);
        parameters["operationsPerClient"] = 1;
        await using var pair = await Pair.StartAsync("tcp.bandwidth", parameters);

        // The first connection is the warm-up's: it passes, and the second one breaks in the middle.
        using var relay = new Relay(pair.Endpoint, dropAfterBytes: TransferBytes + (TransferBytes / 2));
        var measurement = await pair.MeasureAsync(at: [relay.Endpoint]);

        Assert.Equal([OperationOutcome.ConnectionReset], measurement.Summary.Outcomes.Keys);
        var client = Assert.Single(measurement.Details.Clients);
        Assert.Equal(0, client.Bytes);
        Assert.InRange(client.FailedBytes, 1, TransferBytes);
        Assert.Equal(client.FailedBytes, measurement.Details.Throughput!.Bytes.Sum());
    }

    [Fact]
    public async Task A_transfer_of_which_the_peer_received_another_number_of_bytes_is_corrupt()
    {
        await using var pair = await Pair.StartAsync("tcp.bandwidth", Parameters("send", 1));

        // Nothing comes back before the peer's report, which begins with what it received: a byte more where the number is even, and else one less.
        using var relay = new Relay(pair.Endpoint, change: Bytes.InvertedAt(PeerHandshake.GreetingLength + PeerHandshake.VerdictLength));

        var summary = (await pair.MeasureAsync(at: [relay.Endpoint])).Result.Operations!;

        Assert.Equal(new() { [OperationOutcome.Corrupt] = 2 }, summary.Outcomes);
        Assert.Equal($"CorruptDataException: the peer received {TransferBytes - 1} of {TransferBytes} bytes", summary.FailureMessages[OperationOutcome.Corrupt]);
    }

    [Fact]
    public async Task A_wrong_key_is_said_to_be_one()
    {
        var parameters = Parameters("send", 1);
        parameters["operationsPerClient"] = 1;
        await using var pair = await Pair.StartAsync("tcp.bandwidth", parameters);

        var result = (await pair.MeasureAsync(key: new byte[32])).Result;
        var summary = result.Operations!;

        Assert.Equal([OperationOutcome.ConnectionReset], summary.Outcomes.Keys);
        Assert.Contains("does not accept the proof", summary.FailureMessages[OperationOutcome.ConnectionReset], StringComparison.Ordinal);
    }

    private static JsonObject Parameters(string direction, int clients) => new()
    {
        ["direction"] = direction,
        ["transferBytes"] = TransferBytes,
        ["clients"] = clients,
        ["operationsPerClient"] = 2,
        ["warmUpOperations"] = 1,
    };
}
