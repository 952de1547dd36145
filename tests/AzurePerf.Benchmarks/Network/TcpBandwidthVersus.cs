using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Network;

/// <summary>tcp.bandwidth against iperf3, over the loopback interface.</summary>
internal sealed class TcpBandwidthVersus : IVersusEntry
{
    private const long Bytes = 4L << 30;
    private const int BlockBytes = 131_072;
    private const double Least = 0.97;

    public string Name => "tcp-bandwidth";

    public string Unit => "bit/s";

    public Preference Better => Preference.Higher;

    public string Goal => "median >= 0.97 and an interval that reaches 1.0, data read into user space";

    public string Setup => "loopback, 128 KiB, 1 stream, 4 GiB, each side a process that sends and one that receives into its memory, timed at the receiver; ours through the runner. receive: the other way round";

    public IReadOnlyList<OutsideTool> Tools => [OutsideTool.Command("iperf3", "apt-get install iperf3")];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken) => StartedParts.StartAsync(async parts =>
    {
        var version = (await OutsideProgram.RunAsync("iperf3", ["--version"], cancellationToken)).Split('\n')[0].Split(" (")[0];
        var (send, receive) = (parts.Add(PointOf("send")), parts.Add(PointOf("receive")));
        var port = 20_000 + (Environment.ProcessId % 20_000);
        return new CellsSession(
            version,
            [
                new PairCell("send", token => OursAsync(send, token), token => TheirsAsync(port, reverse: false, token), Reaches),
                new PairCell("receive", token => OursAsync(receive, token), token => TheirsAsync(port, reverse: true, token), Reaches),
            ],
            parts);
    });

    private static bool Reaches(Estimate ratio) => ratio is { Median: >= Least, High: >= 1 };

    private static PeerPoint PointOf(string direction) => new("tcp.bandwidth", new JsonObject
    {
        ["transferBytes"] = Bytes,
        ["blockBytes"] = BlockBytes,
        ["direction"] = direction,
        ["operationsPerClient"] = 1,
        ["warmUpOperations"] = 1,
        ["warmUpSeconds"] = 0.2,
    });

    private static async Task<double> OursAsync(PeerPoint point, CancellationToken cancellationToken)
    {
        var result = await point.MeasureAsync(cancellationToken);
        var received = result.Values.FirstOrDefault(figure => figure.Name == "received per second by the peer's clock")?.Value;
        return 8 * (received ?? result.Operations!.BytesPerSecond.Total);
    }

    private static async Task<double> TheirsAsync(int port, bool reverse, CancellationToken cancellationToken)
    {
        var number = port.ToString(CultureInfo.InvariantCulture);
        await using var server = new ServingProgram("iperf3", "-s", "-1", "-B", "127.0.0.1", "-p", number);
        await Task.Delay(300, cancellationToken);
        var json = JsonNode.Parse(await OutsideProgram.RunAsync(
            "iperf3",
            ["-c", "127.0.0.1", "-p", number, "-n", Bytes.ToString(CultureInfo.InvariantCulture), "-l", BlockBytes.ToString(CultureInfo.InvariantCulture), "-J", .. reverse ? new[] { "-R" } : []],
            cancellationToken))!;
        await server.Process.WaitForExitAsync(cancellationToken);
        return json["end"]!["sum_received"]!["bits_per_second"]!.GetValue<double>();
    }
}
