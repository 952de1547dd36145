using System.Net;
using System.Net.NetworkInformation;
using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Peers;
using AzurePerf.Testing.Network;
using Xunit;

namespace AzurePerf.NetworkTests;

public sealed class RpcTests
{
    private const long TransferBytes = 3_000_017;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("get", "http11")]
    [InlineData("post", "http11")]
    [InlineData("get", "http2")]
    [InlineData("post", "http2")]
    public async Task Calls_move_every_byte_over_one_connection_per_client(string method, string protocol)
    {
        await using var pair = await Pair.StartAsync("rpc.throughput", Parameters(method, protocol));

        var measurement = await pair.MeasureAsync();

        Assert.Equal(new() { [OperationOutcome.Ok] = 8 }, measurement.Summary.Outcomes);
        Assert.Equal(8 * TransferBytes, measurement.Summary.Bytes);
        Assert.Equal(0, measurement.Details.Environment.ConnectionsOpened);
    }

    /// <summary>In the length of an answer, or in what the peer says that it received.</summary>
    [Theory]
    [InlineData("get", "3000016 bytes came where 3000017 were asked for")]
    [InlineData("post", "the peer received 3000016 of 3000017 bytes")]
    public async Task A_call_that_moved_another_number_of_bytes_is_corrupt(string method, string said)
    {
        await using var pair = await Pair.StartAsync("rpc.throughput", Parameters(method, "http11"));
        using var relay = new Relay(pair.Endpoint, change: Bytes.Replaced("3000017", "3000016"));

        var summary = (await pair.MeasureAsync(at: [relay.Endpoint])).Summary;

        Assert.Equal(new() { [OperationOutcome.Corrupt] = 8 }, summary.Outcomes);
        Assert.Equal($"CorruptDataException: {said}", summary.FailureMessages[OperationOutcome.Corrupt]);
    }

    [Fact]
    public async Task A_call_without_a_proof_is_refused_and_its_connection_does_not_stay()
    {
        await using var pair = await Pair.StartAsync("rpc.throughput", Parameters("get", "http11"));
        using var stranger = new HttpClient { BaseAddress = new Uri($"http://{pair.Endpoint}") };

        Assert.Equal(HttpStatusCode.Unauthorized, (await stranger.GetAsync(RpcProof.PayloadPath + "/10", Token)).StatusCode);
        using var socket = new System.Net.Sockets.Socket(System.Net.Sockets.SocketType.Stream, System.Net.Sockets.ProtocolType.Tcp);
        await socket.ConnectAsync(pair.Endpoint, Token);
        var since = TimeProvider.System.GetTimestamp();
        Assert.Equal(0, await EndOfAsync(socket));
        Assert.InRange(TimeProvider.System.GetElapsedTime(since).TotalSeconds, 0, 3);
    }

    [Fact]
    public async Task A_proof_opens_no_more_than_the_point_needs()
    {
        await using var pair = await Pair.StartAsync("rpc.throughput", Parameters("get", "http11"));
        using var peer = new HttpClient { BaseAddress = new Uri($"http://{pair.Endpoint}") };
        var nonce = Convert.FromHexString(await peer.GetStringAsync(RpcProof.ChallengePath, Token));
        peer.DefaultRequestHeaders.Add(RpcProof.Header, RpcProof.Of(pair.Key, nonce));

        Assert.Equal(HttpStatusCode.OK, (await peer.GetAsync(RpcProof.PayloadPath + "/10", Token)).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await peer.GetAsync($"{RpcProof.PayloadPath}/{TransferBytes + 1}", Token)).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await peer.GetAsync("/", Token)).StatusCode);
    }

    [Fact]
    public async Task A_service_that_is_not_there_is_named_with_its_address()
    {
        await using var pair = await Pair.StartAsync("rpc.throughput", Parameters("get", "http11"));

        var result = (await pair.MeasureAsync(at: [new(IPAddress.Loopback, 1)])).Result;
        var summary = result.Operations!;

        Assert.Equal([OperationOutcome.ConnectionRefused], summary.Outcomes.Keys);
        Assert.Contains("127.0.0.1:1", summary.FailureMessages[OperationOutcome.ConnectionRefused], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("rpc.throughput")]
    [InlineData("tcp.rtt")]
    public async Task Between_two_workers_of_one_machine_it_is_noted_that_its_loopback_is_measured_whatever_the_address(string experiment)
    {
        var own = OwnAddress();
        Assert.SkipWhen(own is null, "this machine has no address but those of its loopback interface");
        await using var pair = await Pair.StartAsync(experiment, experiment == "tcp.rtt" ? [] : Parameters("get", "http11"), own!);

        var measurement = await pair.MeasureAsync();

        Assert.Contains("both workers ran on one machine: what was measured is its loopback, not a network", measurement.Result.Notes);
    }

    /// <summary>The first is for documentation, and nobody has it.</summary>
    [Theory]
    [InlineData("rpc.throughput")]
    [InlineData("tcp.rtt")]
    public async Task An_address_that_the_machine_does_not_have_is_left_out(string experiment)
    {
        await using var pair = await Pair.StartAsync(experiment, [], IPAddress.Parse("198.51.100.1"), IPAddress.Loopback);

        Assert.Equal(IPAddress.Loopback, Assert.Single(pair.Server.Endpoints).Address);
    }

    [Fact]
    public async Task A_worker_that_can_listen_at_none_of_its_addresses_says_where_it_tried_and_what_to_check()
    {
        var failure = await Assert.ThrowsAsync<IOException>(() => Pair.StartAsync("rpc.throughput", [], IPAddress.Parse("198.51.100.1")));

        Assert.StartsWith("this worker can listen nowhere for its peer: 198.51.100.1:0 ", failure.Message, StringComparison.Ordinal);
        Assert.EndsWith("; check Worker:PeerAddresses and Worker:PeerPort", failure.Message, StringComparison.Ordinal);
    }

    private static IPAddress? OwnAddress() => NetworkInterface.GetAllNetworkInterfaces()
        .Where(network => network.OperationalStatus == OperationalStatus.Up)
        .SelectMany(network => network.GetIPProperties().UnicastAddresses)
        .Select(unicast => unicast.Address)
        .FirstOrDefault(address => address.AddressFamily == System.Net.Sockets.AddressFamily.InterNetwork && !IPAddress.IsLoopback(address));

    private static async Task<int> EndOfAsync(System.Net.Sockets.Socket socket)
    {
        try
        {
            return await socket.ReceiveAsync(new byte[1], Token);
        }
        catch (System.Net.Sockets.SocketException)
        {
            return 0;
        }
    }

    private static JsonObject Parameters(string method, string protocol) => new()
    {
        ["method"] = method,
        ["protocol"] = protocol,
        ["transferBytes"] = TransferBytes,
        ["clients"] = 2,
        ["operationsPerClient"] = 4,
        ["warmUpOperations"] = 1,
    };
}
