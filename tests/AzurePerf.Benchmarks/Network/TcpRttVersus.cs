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

    public async ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken)
    {
        var theirs = await CompiledPingPong.CreateAsync(cancellationToken);
        var (spin, block) = (PointOf("spin"), PointOf("block"));
        var sockperf = await SockperfServer.StartAsync(cancellationToken);
        return new CellsSession(
            "gcc " + (await OutsideProgram.RunAsync("gcc", ["-dumpfullversion"], cancellationToken)).Trim(),
            [
                new PairCell("spin", token => OursAsync(spin, token), token => theirs.MeasureAsync("spin", Trips, token), Holds),
                new PairCell("block", token => OursAsync(block, token), token => theirs.MeasureAsync("block", Trips, token), Holds),
                new PairCell("sockperf", token => OursAsync(block, token), sockperf.MeasureAsync, meetsGoal: null),
            ],
            [spin, block, theirs, sockperf]);
    }

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
        private readonly System.Diagnostics.Process _server;

        private SockperfServer()
        {
            _server = OutsideProgram.Serve("sockperf", "sr", "--tcp", "-i", "127.0.0.1", "-p", Port);
        }

        private string Port => _port.ToString(CultureInfo.InvariantCulture);

        public static async Task<SockperfServer> StartAsync(CancellationToken cancellationToken)
        {
            var started = new SockperfServer();
            while (!IPGlobalProperties.GetIPGlobalProperties().GetActiveTcpListeners().Any(listener => listener.Port == started._port))
            {
                if (started._server.HasExited)
                {
                    throw new InvalidOperationException($"sockperf ended with {started._server.ExitCode} before it listened");
                }

                await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, cancellationToken);
            }

            return started;
        }

        public async Task<double> MeasureAsync(CancellationToken cancellationToken)
        {
            var output = await OutsideProgram.RunAsync(
                "sockperf", ["pp", "--tcp", "-i", "127.0.0.1", "-p", Port, "--full-rtt", "-m", "14", "-t", "1"], cancellationToken);
            var median = Median().Match(output);
            return median.Success ? 1_000 * double.Parse(median.Groups[1].Value, CultureInfo.InvariantCulture) : throw new InvalidOperationException("sockperf printed no median: " + output);
        }

        public async ValueTask DisposeAsync()
        {
            _server.Kill();
            await _server.WaitForExitAsync();
            _server.Dispose();
        }

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
