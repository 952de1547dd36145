using System.Globalization;
using System.Net;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Core.Peers;

namespace AzurePerf.Benchmarks.Network;

/// <summary>rpc.throughput against a bare loop over HttpClient, wrk and curl, over the loopback interface.</summary>
internal sealed partial class RpcVersus : IVersusEntry
{
    private const long SmallBytes = 64;
    private const long LargeBytes = 128_000_000;

    /// <summary>Over one connection, one after the other: a single one takes some 40 ms, too short for a steady figure.</summary>
    private const int LargeCalls = 16;
    private const int Connections = 16;
    private const int SmallCalls = 10_000;
    private const double LeastOfLoop = 0.95;
    private const double LeastOfWrk = 0.6;

    public string Name => "rpc";

    public string Unit => "1/s";

    public Preference Better => Preference.Higher;

    public string Goal => "small GET >= 0.95 of a bare HttpClient loop, download of 128 MB >= 1.0 of curl; >= 0.6 of wrk";

    public string Setup => "loopback, HTTP/1.1, the same web service in another process, warmed for 30 s; small: 64 bytes over 16 connections, 10,000 calls after 1,000, ours through the runner, theirs a loop of awaits per connection. "
        + "wrk: the same calls by wrk for 1 s on one thread. download: 16 times 128 MB over one connection, read and dropped, in B/s, against curl";

    public int FewestPairs => 15;

    public IReadOnlyList<OutsideTool> Tools => [OutsideTool.Command("wrk", "apt-get install wrk"), OutsideTool.Command("curl", "apt-get install curl")];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken) => StartedParts.StartAsync(async parts =>
    {
        var small = parts.Add(PointOf(SmallBytes, Connections, SmallCalls / Connections, warmUp: 1_000 / Connections));
        var large = parts.Add(PointOf(LargeBytes, 1, LargeCalls, warmUp: 1));
        var loop = parts.Add(await CallLoop.ConnectAsync(small, SmallBytes, Connections, cancellationToken));
        var download = parts.Add(await CallLoop.ConnectAsync(large, LargeBytes, 1, cancellationToken));
        await OutsideProgram.RunAsync("wrk", ["-t1", "-c16", "-d30s", "-H", loop.Header, loop.Address], cancellationToken);
        return new CellsSession(
            (await OutsideProgram.RunAsync("curl", ["--version"], cancellationToken)).Split(" (")[0],
            [
                new PairCell("small", token => CallsPerSecondAsync(small, token), token => loop.MeasureAsync(SmallCalls / Connections, token), ratio => ratio.Median >= LeastOfLoop),
                new PairCell("wrk", token => CallsPerSecondAsync(small, token), token => WrkAsync(loop, token), ratio => ratio.Median >= LeastOfWrk),
                new PairCell("download", token => BytesPerSecondAsync(large, token), token => CurlAsync(download, token), ratio => ratio.Median >= 1),
            ],
            parts);
    });

    private static PeerPoint PointOf(long bytes, int clients, int calls, int warmUp) => new("rpc.throughput", new JsonObject
    {
        ["transferBytes"] = bytes,
        ["clients"] = clients,
        ["operationsPerClient"] = calls,
        ["warmUpOperations"] = warmUp,
    });

    private static async Task<double> CallsPerSecondAsync(PeerPoint point, CancellationToken cancellationToken) => (await point.MeasureAsync(cancellationToken)).Operations!.OperationsPerSecond.Total;

    private static async Task<double> BytesPerSecondAsync(PeerPoint point, CancellationToken cancellationToken) => (await point.MeasureAsync(cancellationToken)).Operations!.BytesPerSecond.Total;

    private static async Task<double> WrkAsync(CallLoop calls, CancellationToken cancellationToken)
    {
        var output = await OutsideProgram.RunAsync("wrk", ["-t1", "-c16", "-d1s", "-H", calls.Header, calls.Address], cancellationToken);
        return output.Contains("Non-2xx", StringComparison.Ordinal) || !Rate().IsMatch(output)
            ? throw new InvalidOperationException("wrk got no answers: " + output)
            : double.Parse(Rate().Match(output).Groups[1].Value, CultureInfo.InvariantCulture);
    }

    private static async Task<double> CurlAsync(CallLoop calls, CancellationToken cancellationToken)
    {
        var downloads = Enumerable.Repeat<string[]>(["-o", "/dev/null", calls.Address], LargeCalls).SelectMany(download => download);
        var seconds = await OutsideProgram.RunAsync("curl", ["-sf", "-w", "%{time_total}\n", "-H", calls.Header, .. downloads], cancellationToken);
        return LargeCalls * LargeBytes / seconds.Split('\n', StringSplitOptions.RemoveEmptyEntries).Sum(text => double.Parse(text, CultureInfo.InvariantCulture));
    }

    [GeneratedRegex(@"Requests/sec:\s+([0-9.]+)")]
    private static partial Regex Rate();

    /// <summary>The same calls without a runner.</summary>
    private sealed class CallLoop(HttpClient[] clients, string address, string proof, long bytes) : IAsyncDisposable
    {
        public string Address => address;

        public string Header => $"{RpcProof.Header}: {proof}";

        public static async Task<CallLoop> ConnectAsync(PeerPoint point, long bytes, int connections, CancellationToken cancellationToken)
        {
            HttpClient[] clients = [.. Enumerable.Range(0, connections).Select(_ => new HttpClient(new SocketsHttpHandler
            {
                MaxConnectionsPerServer = 1,
                UseProxy = false,
                UseCookies = false,
                AllowAutoRedirect = false,
                ActivityHeadersPropagator = null,
            }))];
            var nonce = Convert.FromHexString(await clients[0].GetStringAsync(new Uri($"http://{point.Endpoint}{RpcProof.ChallengePath}"), cancellationToken));
            return new(clients, string.Create(CultureInfo.InvariantCulture, $"http://{point.Endpoint}{RpcProof.PayloadPath}/{bytes}"), RpcProof.Of(point.Key, nonce), bytes);
        }

        /// <summary>Calls per second of all connections together.</summary>
        public async Task<double> MeasureAsync(int callsPerConnection, CancellationToken cancellationToken)
        {
            await Task.WhenAll(clients.Select(client => Task.Run(() => ListWithCommandsAsync(client, callsPerConnection / 10, cancellationToken), cancellationToken)));
            GC.Collect();
            GC.WaitForPendingFinalizers();
            var start = TimeProvider.System.GetTimestamp();
            await Task.WhenAll(clients.Select(client => Task.Run(() => ListWithCommandsAsync(client, callsPerConnection, cancellationToken), cancellationToken)));
            return clients.Length * callsPerConnection / TimeProvider.System.GetElapsedTime(start).TotalSeconds;
        }

        public ValueTask DisposeAsync()
        {
            Array.ForEach(clients, client => client.Dispose());
            return ValueTask.CompletedTask;
        }

        private async Task ListWithCommandsAsync(HttpClient client, int calls, CancellationToken cancellationToken)
        {
            var block = new byte[131_072];
            var uri = new Uri(address);
            for (var call = 0; call < calls; call++)
            {
                using var request = new HttpRequestMessage(HttpMethod.Get, uri) { Version = HttpVersion.Version11 };
                request.Headers.TryAddWithoutValidation(RpcProof.Header, proof);
                using var response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
                await using var content = await response.EnsureSuccessStatusCode().Content.ReadAsStreamAsync(cancellationToken);
                var got = 0L;
                for (int read; (read = await content.ReadAsync(block, cancellationToken)) > 0;)
                {
                    got += read;
                }

                if (got != bytes)
                {
                    throw new InvalidOperationException($"{got} of {bytes} bytes came");
                }
            }
        }
    }
}
