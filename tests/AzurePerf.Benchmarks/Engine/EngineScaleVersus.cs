using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>Whether a task of a large bag costs more than one of a small bag.</summary>
internal sealed class EngineScaleVersus : IVersusEntry
{
    private const int WarmUpTasks = 2_000;
    private const double SpreadAllowed = 1.15;
    private const double SlopeAllowed = 0.05;
    private const long MemoryAllowed = 30_000_000;
    private static readonly int[] Sizes = [1_000, 5_000];
    private static readonly int[] LargeSizes = [10_000, 100_000];

    /// <summary>Of the bags whose TaskManager is a process of its own.</summary>
    private static readonly int[] ProcessSizes = [1_000, 100_000];

    public string Name => "engine-scale";

    public string Unit => "x";

    public Preference Better => Preference.Lower;

    public string Goal => "<= 1.15 in requests and in CPU; one more task within 5 % in requests (in shared messages at most 5 % more) and 20 % in CPU of the TaskManager, no round above 2 s, records held <= window + 200; 100,000 tasks take at most 30 MB more of the TaskManager than 1,000";

    public string Setup => "bags of 1,000 and 5,000 tasks that do nothing over one emulator, in the same TaskManager and 2 workers of 8 slots, after a discarded bag of 2,000, each task with a message of its own: how many share one depends on the size of the bag; the figure is "
        + "the larger cost per task over the smaller, of requests or of CPU, whichever is worse. Once: 10,000 and 100,000 on the emulator with a message each and in shared messages, for the requests of one more task, and 1,000 and 100,000 led by a TaskManager that is a process of its own, for its memory. "
        + "Three times, over a store in memory and with 8 workers of 64 slots, so with at most 1,024 messages and a block of 100 out: 10,000, 100,000 and 1,000,000 tasks with a message each; "
        + "the TaskManager has a thread of its own there, and the store is asked on others. Peaks there are those of the whole process, the store in memory included. Takes forty minutes";

    /// <summary>Each turn is 6,000 tasks with four requests each, and takes a minute or two.</summary>
    public int MostPairs => PairBudget.FewestPairs;

    public IReadOnlyList<OutsideTool> Tools => [OutsideTool.Command("node", "apt-get install nodejs npm")];

    public async ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken)
    {
        var server = await AzuriteServer.StartAsync("engine", cancellationToken);
        var address = StorageAccountAddress.Parse(server.ConnectionString);
        return new Session(server, await RunningEngine.StartAsync(requests => ControlPlane.Connect(address, "ours", requests), cancellationToken, EngineSettings.OneTaskPerMessage));
    }

    private sealed class Session(AzuriteServer server, RunningEngine engine) : IVersusSession
    {
        private readonly List<BagFigures> _bags = [];
        private readonly List<BagFigures> _large = [];
        private readonly List<BagFigures> _shared = [];
        private readonly List<long> _memory = [];
        private readonly LargeBags _inMemory = new();

        public string? Tool => null;

        public MeasureSide Ours => MeasureAsync;

        public MeasureSide? Theirs => null;

        // The last tasks of a bag share a message with fewer, and of a larger bag they are a smaller part: there one more task may cost less.
        public bool? MeetsGoal(VersusFigures figures) =>
            figures.Ours.Median <= SpreadAllowed && Math.Abs(SlopeOf(_large) - 1) <= SlopeAllowed && SlopeOf(_shared) <= 1 + SlopeAllowed
            && _memory[1] - _memory[0] <= MemoryAllowed && _inMemory.Hold;

        public JsonObject ExtraFields()
        {
            var cost = new JsonObject();
            foreach (var size in Sizes)
            {
                var bags = _bags.Where(bag => bag.Tasks == size).ToArray();
                cost[size.ToString(CultureInfo.InvariantCulture)] = Cost(bags.Average(bag => bag.RequestsPerTask), bags.Average(bag => bag.CpuSeconds / bag.Tasks));
            }

            foreach (var bag in _large)
            {
                cost[bag.Tasks.ToString(CultureInfo.InvariantCulture)] = Cost(bag.RequestsPerTask, bag.CpuSeconds / bag.Tasks);
            }

            foreach (var bag in _shared)
            {
                cost[$"{bag.Tasks.ToString(CultureInfo.InvariantCulture)} in shared messages"] = Cost(bag.RequestsPerTask, bag.CpuSeconds / bag.Tasks);
            }

            return new()
            {
                ["cost"] = cost,
                ["slopeOnEmulator"] = VersusJson.Rounded(SlopeOf(_large)),
                ["slopeOnEmulatorInSharedMessages"] = VersusJson.Rounded(SlopeOf(_shared)),
                ["taskManagerPeakBytes"] = new JsonObject(ProcessSizes.Zip(_memory, (size, bytes) =>
                    KeyValuePair.Create<string, JsonNode?>(size.ToString(CultureInfo.InvariantCulture), bytes))),
                ["inMemory"] = _inMemory.ToJson(),
            };
        }

        public async ValueTask DisposeAsync()
        {
            await engine.DisposeAsync();
            await server.DisposeAsync();
        }

        private async ValueTask<double> MeasureAsync(Turn turn, CancellationToken cancellationToken)
        {
            if (turn.IsWarmUp)
            {
                await engine.ExecuteAsync(WarmUpTasks, 0, cancellationToken);
            }

            var bags = new List<BagFigures>();
            foreach (var size in Sizes)
            {
                bags.Add(await engine.ExecuteAsync(size, 0, cancellationToken));
            }

            if (turn.IsWarmUp)
            {
                await MeasureLargeAsync(_large, "alone", EngineSettings.OneTaskPerMessage, cancellationToken);
                await MeasureLargeAsync(_shared, "shared", null, cancellationToken);
                foreach (var size in ProcessSizes)
                {
                    _memory.Add(await TaskManagerProcess.PeakBytesAsync(server.ConnectionString, string.Create(CultureInfo.InvariantCulture, $"own{size}"), size, cancellationToken));
                }

                await _inMemory.MeasureAsync(cancellationToken);
            }
            else
            {
                _bags.AddRange(bags);
            }

            return Math.Max(Spread(bags, bag => bag.RequestsPerTask), Spread(bags, bag => bag.CpuSeconds / bag.Tasks));
        }

        private async Task MeasureLargeAsync(List<BagFigures> bags, string prefix, EngineSettings? settings, CancellationToken cancellationToken)
        {
            var address = StorageAccountAddress.Parse(server.ConnectionString);
            await using var large = await RunningEngine.StartAsync(requests => ControlPlane.Connect(address, prefix, requests), cancellationToken, settings);
            await large.ExecuteAsync(WarmUpTasks, 0, cancellationToken);
            foreach (var size in LargeSizes)
            {
                bags.Add(await large.ExecuteAsync(size, 0, cancellationToken));
            }
        }

        /// <summary>Requests for one more task between two bags, over those of a task of the smaller.</summary>
        private static double SlopeOf(List<BagFigures> bags) =>
            (double)(bags[1].Requests.Values.Sum() - bags[0].Requests.Values.Sum()) / (bags[1].Tasks - bags[0].Tasks) / bags[0].RequestsPerTask;

        private static JsonObject Cost(double requests, double cpuSeconds) => new()
        {
            ["requestsPerTask"] = VersusJson.Rounded(requests),
            ["cpuSecondsPerTask"] = VersusJson.Rounded(cpuSeconds),
        };

        private static double Spread(IReadOnlyCollection<BagFigures> bags, Func<BagFigures, double> cost) => bags.Max(cost) / bags.Min(cost);
    }
}
