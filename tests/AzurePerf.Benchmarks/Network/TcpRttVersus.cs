using System.Globalization;
using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Network;

/// <summary>tcp.rtt against round trips in C, over the loopback interface; sockperf beside them.</summary>
internal sealed partial class TcpRttVersus : IVersusEntry
{
    private const int Trips = 10_000;
    private const double Most = 1.10;

    public string Name => "tcp-rtt";

    public string Unit => "ns";

    public Preference Better => Preference.Lower;

    public string Goal => "p50 <= 1.10 of round trips in C, spinning and blocking";

    public string Setup => "loopback, 1 byte, 10,000 round trips after 1,000, client on the first processor and server on the last, two processes each; ours through the runner, theirs C compiled by gcc -O2. "
        + "sockperf: ours over its ping-pong of 14 bytes with --full-rtt, not pinned, 1 s, for the eye alone";

    public IReadOnlyList<OutsideTool> Tools => [OutsideTool.Command("gcc", "apt-get install gcc"), OutsideTool.Command("sockperf", "apt-get install sockperf")];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken) => StartedParts.StartAsync(async parts =>
    {
        var theirs = parts.Add(await CompiledPingPong.CreateAsync(cancellationToken));
        var (spin, block) = (parts.Add(PointOf("spin")), parts.Add(PointOf("block")));
        var sockperf = parts.Add(new SockperfServer());
        await sockperf.ListenAsync(cancellationToken);
        return new CellsSession(
            "gcc " + (await OutsideProgram.RunAsync("gcc", ["-dumpfullversion"], cancellationToken)).Trim(),
            [
                new PairCell("spin", token => OursAsync(spin, token), token => theirs.MeasureAsync("spin", Trips, token), Holds),
                new PairCell("block", token => OursAsync(block, token), token => theirs.MeasureAsync("block", Trips, token), Holds),
                new PairCell("sockperf", token => OursAsync(block, token), sockperf.MeasureAsync, meetsGoal: null),
            ],
            parts);
    });

    private static bool Holds(Estimate ratio) => ratio.Median <= Most;

    private static PeerPoint PointOf(string mode) => new("tcp.rtt", new JsonObject
    {
        ["mode"] = mode,
        ["pinning"] = "pinned",
        ["operationsPerClient"] = Trips,
        ["warmUpOperations"] = 1_000,
    });

    private static async Task<double> OursAsync(PeerPoint point, CancellationToken cancellationToken) =>
        (await point.MeasureAsync(cancellationToken)).Operations!.Latency.P50Nanoseconds!.Value;

    private sealed partial class SockperfServer : IAsyncDisposable
    {
        private readonly int _port = FreePort();
        private readonly ServingProgram _server;

        public SockperfServer()
        {
            _server = new("sockperf", "sr", "--tcp", "-i", "127.0.0.1", "-p", Port);
        }

        private string Port => _port.ToString(CultureInfo.InvariantCulture);

        public async Task ListenAsync(CancellationToken cancellationToken)
        {
            while (!IPGlobalProperties.GetIPGlobalProperties().GetActiveTcpListeners().Any(listener => listener.Port == _port))
            {
                if (_server.Process.HasExited)
                {
                    throw new InvalidOperationException($"sockperf ended with {_server.Process.ExitCode} before it listened");
                }

                await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, cancellationToken);
            }
        }

        public async Task<double> MeasureAsync(CancellationToken cancellationToken)
        {
            var output = await OutsideProgram.RunAsync(
                "sockperf", ["pp", "--tcp", "-i", "127.0.0.1", "-p", Port, "--full-rtt", "-m", "14", "-t", "1"], cancellationToken);
            var median = Median().Match(output);
            return median.Success ? 1_000 * double.Parse(median.Groups[1].Value, CultureInfo.InvariantCulture) : throw new InvalidOperationException("sockperf printed no median: " + output);
        }

        public ValueTask DisposeAsync() => _server.DisposeAsync();

        private static int FreePort()
        {
            using var listener = new TcpListener(IPAddress.Loopback, 0);
            listener.Start();
            return ((IPEndPoint)listener.LocalEndpoint).Port;
        }

        [GeneratedRegex(@"percentile 50\.000 =\s+([0-9.]+)")]
        private static partial Regex Median();
    }
}
