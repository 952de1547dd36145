using System.Diagnostics;
using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;
using AzurePerf.Testing.Storage;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>Whether a task of a large bag costs more than one of a small bag.</summary>
internal sealed class EngineScaleVersus : IVersusEntry
{
    private const int WarmUpTasks = 2_000;
    private const double SpreadAllowed = 1.15;
    private static readonly int[] Sizes = [1_000, 5_000, 20_000];
    private static readonly int[] SizesInMemory = [100_000, 1_000_000];

    // Without requests to wait for, a small pool would spend a million tasks waiting for the next look.
    private const int WorkersInMemory = 8;
    private const int SlotsInMemory = 64;

    public string Name => "engine-scale";

    public string Unit => "x";

    public Preference Better => Preference.Lower;

    public string Goal => "<= 1.15 in requests and in CPU";

    public string Setup => "bags of 1,000, 5,000 and 20,000 tasks that do nothing over one emulator, in the same TaskManager and 2 workers of 8 slots, after a discarded bag of 2,000; the figure is "
        + "the largest cost per task over the smallest, of requests or of CPU, whichever is worse. Once, over a store in memory and with 8 workers of 64 slots, so with at most 1,024 messages and a block of 100 out: 100,000 and 1,000,000 tasks; "
        + "peaks are those of the whole process, the store in memory included. Takes half an hour";

    /// <summary>Each turn is 26,000 tasks, and takes minutes.</summary>
    public int MostPairs => PairBudget.FewestPairs;

    public IReadOnlyList<OutsideTool> Tools => [OutsideTool.Command("node", "apt-get install nodejs npm")];

    public async ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken)
    {
        var server = await AzuriteServer.StartAsync("engine", cancellationToken);
        var address = StorageAccountAddress.Parse(server.ConnectionString);
        return new Session(server, await RunningEngine.StartAsync(requests => ControlPlane.Connect(address, "ours", requests), cancellationToken));
    }

    private sealed class Session(AzuriteServer server, RunningEngine engine) : IVersusSession
    {
        private readonly List<BagFigures> _bags = [];
        private readonly JsonObject _inMemory = [];
        private long _peakOnEmulator;

        public string? Tool => null;

        public MeasureSide Ours => MeasureAsync;

        public MeasureSide? Theirs => null;

        public bool? MeetsGoal(VersusFigures figures) => figures.Ours.Median <= SpreadAllowed;

        public JsonObject ExtraFields()
        {
            var cost = new JsonObject();
            foreach (var size in Sizes)
            {
                var bags = _bags.Where(bag => bag.Tasks == size).ToArray();
                cost[size.ToString(CultureInfo.InvariantCulture)] = Cost(bags.Average(bag => bag.RequestsPerTask), bags.Average(bag => bag.CpuSeconds / bag.Tasks), _peakOnEmulator);
            }

            foreach (var (size, figures) in _inMemory)
            {
                cost[size] = figures?.DeepClone();
            }

            return new() { ["cost"] = cost };
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
                // The peak of a process never falls again: this one is read before a store in memory is filled.
                _peakOnEmulator = PeakBytes();
                await MeasureInMemoryAsync(cancellationToken);
            }
            else
            {
                _bags.AddRange(bags);
            }

            return Math.Max(Spread(bags, bag => bag.RequestsPerTask), Spread(bags, bag => bag.CpuSeconds / bag.Tasks));
        }

        private async Task MeasureInMemoryAsync(CancellationToken cancellationToken)
        {
            foreach (var size in SizesInMemory)
            {
                var store = new InMemoryControlPlane(TimeProvider.System);
                await using var inMemory = await RunningEngine.StartAsync(_ => store.AsControlPlane(), cancellationToken, WorkersInMemory, SlotsInMemory);
                var figures = await inMemory.ExecuteAsync(size, 0, cancellationToken);
                var cost = Cost(null, figures.CpuSeconds / size, PeakBytes());
                cost["allocatedBytesPerTask"] = VersusJson.Rounded((double)figures.AllocatedBytes / size);
                cost["taskRecordsHeld"] = inMemory.MostTaskRecords;
                cost["tasksPerSecond"] = VersusJson.Rounded(figures.TasksPerSecond);
                _inMemory[size.ToString(CultureInfo.InvariantCulture)] = cost;
            }
        }

        private static JsonObject Cost(double? requests, double cpuSeconds, long peakBytes) => new()
        {
            ["requestsPerTask"] = requests is { } known ? VersusJson.Rounded(known) : null,
            ["cpuSecondsPerTask"] = VersusJson.Rounded(cpuSeconds),
            ["peakWorkingSetBytes"] = peakBytes,
        };

        private static long PeakBytes()
        {
            using var process = Process.GetCurrentProcess();
            return process.PeakWorkingSet64;
        }

        private static double Spread(IReadOnlyCollection<BagFigures> bags, Func<BagFigures, double> cost) => bags.Max(cost) / bags.Min(cost);
    }
}
