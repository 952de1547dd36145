using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Peers;
using AzurePerf.Probes.Network;
using AzurePerf.Probes.Targets.Peer;
using AzurePerf.Worker.Peers;
using Xunit;

namespace AzurePerf.NetworkTests;

/// <summary>Whoever does not belong to the execution is turned away, and the one that does is served all the same.</summary>
public sealed class StrangersTests
{
    /// <summary>A second, and what a busy machine adds.</summary>
    private const int TooLongSeconds = 3;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_thousand_connects_that_say_nothing_are_turned_away_and_the_peer_is_served_afterwards()
    {
        await using var pair = await StartAsync();
        await Parallel.ForAsync(0, 1_000, new ParallelOptions { MaxDegreeOfParallelism = 32, CancellationToken = Token }, async (_, _) =>
        {
            using var socket = await ConnectAsync(pair);
        });

        Assert.Equal([OperationOutcome.Ok], (await pair.MeasureAsync()).Summary.Outcomes.Keys);
        Assert.True(((PeerServer)pair.Server).Refused > 0);
    }

    [Fact]
    public async Task Connects_that_stay_and_say_nothing_hold_nobody_up_for_longer_than_a_second()
    {
        await using var pair = await StartAsync();
        var silent = new List<Socket>();
        for (var stranger = 0; stranger < 100; stranger++)
        {
            silent.Add(await ConnectAsync(pair));
        }

        await Task.WhenAll(silent.Select(EndAsync));

        Assert.Equal([OperationOutcome.Ok], (await pair.MeasureAsync()).Summary.Outcomes.Keys);
    }

    [Theory]
    [InlineData("tcp.rtt", "block")]
    [InlineData("rpc.throughput", "http11")]
    [InlineData("rpc.throughput", "http2")]
    public async Task Connects_that_stay_and_say_nothing_keep_the_peer_out_of_nothing(string experiment, string kind)
    {
        await using var pair = await StartAsync(experiment, kind);
        var silent = new List<Socket>();
        for (var stranger = 0; stranger < 100; stranger++)
        {
            silent.Add(await ConnectAsync(pair));
        }

        var result = (await pair.MeasureAsync()).Result;
        var summary = result.Operations!;

        silent.ForEach(socket => socket.Dispose());
        Assert.Equal(0, summary.WarmUpFailures);
        Assert.Equal([OperationOutcome.Ok], summary.Outcomes.Keys);
    }

    [Theory]
    [InlineData("tcp.rtt", "block")]
    [InlineData("rpc.throughput", "http11")]
    public async Task Strangers_that_keep_coming_back_do_not_keep_the_peer_out(string experiment, string kind)
    {
        await using var pair = await StartAsync(experiment, kind);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Token);
        var strangers = Enumerable.Range(0, 40).Select(_ => Task.Run(() => KeepComingAsync(pair, stop.Token), Token)).ToArray();

        var result = (await pair.MeasureAsync()).Result;
        var summary = result.Operations!;

        await stop.CancelAsync();
        await Task.WhenAll(strangers);
        Assert.Equal(0, summary.WarmUpFailures);
        Assert.Equal([OperationOutcome.Ok], summary.Outcomes.Keys);
    }

    public static TheoryData<string, byte[]> Corrupt => new()
    {
        { "garbage", RandomNumberGenerator.GetBytes(PeerHandshake.AnswerLength) },
        { "more garbage than an answer has", RandomNumberGenerator.GetBytes(1 << 20) },
        { "another protocol", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"u8.ToArray() },
        { "a length prefix of 4 GiB", [0xff, 0xff, 0xff, 0xff, .. new byte[PeerHandshake.AnswerLength]] },
        { "one byte", [0] },
    };

    [Theory]
    [MemberData(nameof(Corrupt), DisableDiscoveryEnumeration = true)]
    public async Task Nonsense_is_cut_off(string what, byte[] bytes)
    {
        await using var pair = await StartAsync();
        using var socket = await ConnectAsync(pair);
        try
        {
            await socket.SendAsync(bytes, Token);
        }
        catch (SocketException)
        {
            // Cut off before it had all.
        }

        var got = await EndAsync(socket);

        Assert.True(got <= PeerHandshake.GreetingLength, what);
        Assert.Equal([OperationOutcome.Ok], (await pair.MeasureAsync()).Summary.Outcomes.Keys);
    }

    [Fact]
    public async Task An_answer_that_comes_byte_by_byte_is_not_waited_for()
    {
        await using var pair = await StartAsync();
        using var socket = await ConnectAsync(pair);
        var since = TimeProvider.System.GetTimestamp();
        using var pace = new PeriodicTimer(TimeSpan.FromMilliseconds(50));
        try
        {
            while (TimeProvider.System.GetElapsedTime(since).TotalSeconds < TooLongSeconds)
            {
                await socket.SendAsync(new byte[1], Token);
                await pace.WaitForNextTickAsync(Token);
            }

            Assert.Fail("it was still listened to");
        }
        catch (SocketException)
        {
            // As it should be.
        }
    }

    [Fact]
    public async Task A_request_that_the_point_does_not_make_is_refused_although_its_proof_is_right()
    {
        await using var pair = await StartAsync();
        using var socket = await ConnectAsync(pair);
        var greeting = new byte[PeerHandshake.GreetingLength];
        await socket.ReceiveAsync(greeting, Token);
        var request = new PeerRequest(PeerService.Source, false, 0, 131_072, PeerRequest.MostBytes);
        await socket.SendAsync(PeerHandshake.Answer(pair.Key, greeting, new byte[32], new byte[16], request), Token);
        var verdict = new byte[PeerHandshake.VerdictLength];

        Assert.Equal(verdict.Length, await socket.ReceiveAsync(verdict, Token));
        Assert.Equal(PeerHandshake.Refused, verdict[0]);
        Assert.Equal(0, await EndAsync(socket));
    }

    [Fact]
    public async Task While_one_peer_is_served_another_one_is_told_to_come_later()
    {
        await using var pair = await StartAsync();
        using var served = Open(1);

        var busy = Assert.Throws<IOException>(() => Open(2));

        Assert.EndsWith(" serves another peer", busy.Message, StringComparison.Ordinal);

        PeerConnection Open(byte session) =>
            PeerConnection.Open(new(pair.Key, [.. new byte[15], session], () => new(pair.Server.Endpoints)), PeerLimits.RequestOf(pair.Options, 0), Token);
    }

    private static Task<Pair> StartAsync() => Pair.StartAsync(
        "tcp.rtt", new JsonObject { ["mode"] = "block", ["operationsPerClient"] = 10, ["warmUpOperations"] = 1 });

    private static Task<Pair> StartAsync(string experiment, string kind) => Pair.StartAsync(experiment, experiment == "tcp.rtt"
        ? new JsonObject { ["mode"] = kind, ["operationsPerClient"] = 10, ["warmUpOperations"] = 1 }
        : new JsonObject { ["method"] = "get", ["protocol"] = kind, ["transferBytes"] = 1_000, ["clients"] = 2, ["operationsPerClient"] = 10, ["warmUpOperations"] = 1 });

    private static async Task KeepComingAsync(Pair pair, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            try
            {
                using var socket = await ConnectAsync(pair);
                while (await socket.ReceiveAsync(new byte[100], stop) > 0)
                {
                }
            }
            catch (Exception turnedAway) when (turnedAway is SocketException or OperationCanceledException)
            {
                // Comes again.
            }
        }
    }

    private static async Task<Socket> ConnectAsync(Pair pair)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(pair.Endpoint, Token);
        return socket;
    }

    /// <summary>Reads to the end and returns how many bytes came.</summary>
    private static async Task<int> EndAsync(Socket socket)
    {
        using var late = CancellationTokenSource.CreateLinkedTokenSource(Token);
        late.CancelAfter(TimeSpan.FromSeconds(TooLongSeconds));
        var bytes = 0;
        try
        {
            for (int read; (read = await socket.ReceiveAsync(new byte[1_024], late.Token)) > 0;)
            {
                bytes += read;
            }
        }
        catch (SocketException)
        {
            // Reset instead of ended.
        }

        return bytes;
    }
}
