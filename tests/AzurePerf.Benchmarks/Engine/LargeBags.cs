using System.Diagnostics;
using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Testing.Storage;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>
/// What a task of a bag costs when there are more: three bags of each size over stores in memory, each in an engine of its own. The cost of one more task is the slope between
/// two sizes, held against the cost of a task of the smaller bag; the first size is where what a run costs once does not count any more.
/// </summary>
internal sealed class LargeBags
{
    private const int Repetitions = 3;
    private const double RequestsAllowed = 0.05;
    private const double CpuAllowed = 0.20;
    private const int RecordsAllowed = 200;
    private static readonly TimeSpan RoundAllowed = TimeSpan.FromSeconds(2);
    private static readonly int[] Sizes = [10_000, 100_000, 1_000_000];

    // Without requests to wait for, a small pool would spend a million tasks waiting for the next look.
    private const int Workers = 8;
    private const int Slots = 64;

    /// <summary>Messages that are kept out: two for each slot.</summary>
    private const int Window = 2 * Workers * Slots;

    private readonly Dictionary<int, List<BagFigures>> _bags = Sizes.ToDictionary(size => size, _ => new List<BagFigures>());
    private readonly Dictionary<int, (int Records, TimeSpan Round, long PeakBytes)> _most = [];

    /// <summary>How many times as much one more task costs as one of the smaller bag did, by both sizes.</summary>
    private IEnumerable<(int From, int To, double Requests, double LoopCpu)> Slopes =>
        Sizes.Zip(Sizes.Skip(1), (from, to) => (from, to, Slope(from, to, bag => bag.Requests.Values.Sum()), Slope(from, to, bag => bag.LoopCpuSeconds ?? double.NaN)));

    public bool Hold =>
        Slopes.All(slope => Math.Abs(slope.Requests - 1) <= RequestsAllowed && slope.LoopCpu <= 1 + CpuAllowed)
        && _most.Values.All(most => most.Records <= Window + RecordsAllowed && most.Round <= RoundAllowed);

    public async Task MeasureAsync(CancellationToken cancellationToken)
    {
        foreach (var size in Enumerable.Repeat(Sizes, Repetitions).SelectMany(sizes => sizes))
        {
            var store = new InMemoryControlPlane(TimeProvider.System);
            using var thread = new LoopThread();
            await using var engine = await RunningEngine.StartAsync(
                requests => NotedQueue.PlaneOf(store.AsControlPlane(), requests), cancellationToken,
                EngineSettings.OneTaskPerMessage with { Workers = Workers, Slots = Slots }, thread);
            if (_bags[size].Count == 0)
            {
                // Compiled and settled before anything counts.
                await engine.ExecuteAsync(Sizes[0], 0, cancellationToken);
            }

            _bags[size].Add(await engine.ExecuteAsync(size, 0, cancellationToken));
            var most = _most.GetValueOrDefault(size);
            _most[size] = (Math.Max(most.Records, engine.MostTaskRecords), engine.LongestRound > most.Round ? engine.LongestRound : most.Round, PeakBytes());
        }
    }

    public JsonObject ToJson() => new()
    {
        ["window"] = Window,
        ["bags"] = new JsonObject(Sizes.Select(size => KeyValuePair.Create<string, JsonNode?>(size.ToString(CultureInfo.InvariantCulture), ToJson(size)))),
        ["slopes"] = new JsonObject(Slopes.Select(slope => KeyValuePair.Create<string, JsonNode?>(
            string.Create(CultureInfo.InvariantCulture, $"{slope.From}-{slope.To}"),
            new JsonObject { ["requests"] = VersusJson.Rounded(slope.Requests), ["taskManagerCpu"] = VersusJson.Rounded(slope.LoopCpu) }))),
    };

    /// <summary>The peak of a process never falls again: it is that of the largest bag so far, the store in memory included.</summary>
    private static long PeakBytes()
    {
        using var process = Process.GetCurrentProcess();
        return process.PeakWorkingSet64;
    }

    private JsonObject ToJson(int size) => new()
    {
        ["requestsPerTask"] = VersusJson.Rounded(Median(size, bag => bag.RequestsPerTask)),
        ["taskManagerCpuSecondsPerTask"] = VersusJson.Rounded(Median(size, bag => (bag.LoopCpuSeconds ?? double.NaN) / size)),
        ["cpuSecondsPerTask"] = VersusJson.Rounded(Median(size, bag => bag.CpuSeconds / size)),
        ["allocatedBytesPerTask"] = VersusJson.Rounded(Median(size, bag => (double)bag.AllocatedBytes / size)),
        ["tasksPerSecond"] = VersusJson.Rounded(Median(size, bag => bag.TasksPerSecond)),
        ["taskRecordsHeld"] = _most[size].Records,
        ["longestRoundSeconds"] = VersusJson.Rounded(_most[size].Round.TotalSeconds),
        ["peakWorkingSetBytes"] = _most[size].PeakBytes,
    };

    private double Slope(int from, int to, Func<BagFigures, double> cost) =>
        (Median(to, cost) - Median(from, cost)) / (to - from) / (Median(from, cost) / from);

    private double Median(int size, Func<BagFigures, double> cost)
    {
        double[] sorted = [.. _bags[size].Select(cost).Order()];
        return sorted[sorted.Length / 2];
    }
}
