using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>What the engine costs over the storage requests that it cannot do without.</summary>
internal sealed class EngineVersus : IVersusEntry
{
    private const int Tasks = 2_000;
    private const int BundledTasks = 10_000;
    private const int SlowTasks = 1_000;
    private const int SlowTaskMilliseconds = 1_000;
    private const double RatioWanted = 0.8;
    private const double RequestsAllowed = 4.3;
    private const double IdleRequestsAllowed = 2;
    private const double BundledRequestsAllowed = 0.75;
    private const double SpeedupWanted = 3;

    /// <summary>Of what the tasks need at least on all slots: those of one second in bundles.</summary>
    private const double TimeAllowed = 1.25;
    private static readonly TimeSpan IdleTime = TimeSpan.FromSeconds(60);

    public string Name => "engine";

    public string Unit => "tasks/s";

    public Preference Better => Preference.Higher;

    public string Goal => ">= 0.8; <= 4.3 requests per task; idle <= 2 requests/s; in bundles <= 0.75 requests per task and >= 3 times as fast, and tasks of 1 s <= 1.25 of their work on all slots";

    public string Setup => "2,000 tasks that do nothing, each with a message of its own. Ours: TaskManager and 2 workers of 8 slots, heartbeat 20 s, from the claim of the first task to the end of the run, whose scan is part of it; what lies before, because idle loops look seldom, is startSeconds, and up to 160 of the puts fall into it. Theirs: the same "
        + "transactions, puts, gets of 16, merges and deletes by a producer and 2 x 8 lanes without any engine. An emulator of its own for each pair, in its own process, over which each has executed 2,000 such tasks before. "
        + "Beside it once: 1,000 tasks of 1 s, and 60 s of an idle engine. In each pair 10,000 such tasks of a second engine with up to 32 tasks a message, and once its 1,000 tasks of 1 s";

    public int MostPairs => 12;

    public IReadOnlyList<OutsideTool> Tools => [OutsideTool.Command("node", "apt-get install nodejs npm")];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken) => new(new Session());

    /// <summary>Both sides over an emulator that no other pair had: it looks through the rows of ended runs each time, as the service does not.</summary>
    private sealed record Stand(AzuriteServer Server, RunningEngine Engine, RunningEngine Bundled, BareLoop Bare) : IAsyncDisposable
    {
        public static async Task<Stand> StartAsync(CancellationToken cancellationToken)
        {
            var parts = new Stack<IAsyncDisposable>();
            try
            {
                var server = await AzuriteServer.StartAsync("engine", cancellationToken);
                parts.Push(server);
                var address = StorageAccountAddress.Parse(server.ConnectionString);
                var engine = await RunningEngine.StartAsync(requests => ControlPlane.Connect(address, "ours", requests), cancellationToken, EngineSettings.OneTaskPerMessage);
                parts.Push(engine);
                var bundled = await RunningEngine.StartAsync(requests => ControlPlane.Connect(address, "bundled", requests), cancellationToken);
                parts.Push(bundled);
                var bare = new BareLoop(() => ControlPlane.Connect(address, "theirs", new()));
                await bare.CreateAsync(cancellationToken);
                return new(server, engine, bundled, bare);
            }
            catch
            {
                foreach (var part in parts)
                {
                    await part.DisposeAsync();
                }

                throw;
            }
        }

        /// <summary>Each has known such tasks before it is measured.</summary>
        public async Task WarmUpAsync(CancellationToken cancellationToken)
        {
            await Engine.ExecuteAsync(Tasks, 0, cancellationToken);
            await Bundled.ExecuteAsync(Tasks, 0, cancellationToken);
            await Bare.ExecuteAsync(Tasks, cancellationToken);
        }

        public async ValueTask DisposeAsync()
        {
            await Engine.DisposeAsync();
            await Bundled.DisposeAsync();
            await Server.DisposeAsync();
        }
    }

    private sealed class Session : IVersusSession
    {
        private (int Pair, Stand Stand)? _now;
        private readonly List<BagFigures> _bags = [];
        private readonly List<BagFigures> _bundles = [];
        private BagFigures? _slow;
        private BagFigures? _slowBundles;
        private double _idle;

        public string? Tool => "bare loop over the same ports";

        public MeasureSide Ours => MeasureAsync;

        public MeasureSide? Theirs => async (turn, cancellationToken) => await (await StandOfAsync(turn, cancellationToken)).Bare.ExecuteAsync(Tasks, cancellationToken);

        private double RequestsPerTask => _bags.Average(bag => bag.RequestsPerTask);

        private double BundledRequestsPerTask => _bundles.Average(bag => bag.RequestsPerTask);

        /// <summary>Of pairs, whose two bags followed each other.</summary>
        private double Speedup => _bundles.Zip(_bags, (bundle, bag) => bundle.TasksPerSecond / bag.TasksPerSecond).Order().ElementAt(_bags.Count / 2);

        private double TimeOverWork => (_slowBundles?.Seconds ?? double.NaN) / (SlowTasks * SlowTaskMilliseconds / 1e3 / (EngineSettings.UsualWorkers * EngineSettings.UsualSlots));

        public bool? MeetsGoal(VersusFigures figures) =>
            figures.Ratio?.Median >= RatioWanted && RequestsPerTask <= RequestsAllowed && _slow?.RequestsPerTask <= RequestsAllowed && _idle <= IdleRequestsAllowed
            && BundledRequestsPerTask <= BundledRequestsAllowed && Speedup >= SpeedupWanted && TimeOverWork <= TimeAllowed;

        public JsonObject ExtraFields() => new()
        {
            ["opsPerTask"] = VersusJson.Rounded(RequestsPerTask),
            ["opsPerTaskBundled"] = VersusJson.Rounded(BundledRequestsPerTask),
            ["bundledSpeedup"] = VersusJson.Rounded(Speedup),
            ["bundledTimeOverWork"] = VersusJson.Rounded(TimeOverWork),
            ["requestsBundled"] = PerTask(_bundles),
            ["opsPerTaskOfOneSecond"] = VersusJson.Rounded(_slow?.RequestsPerTask ?? double.NaN),
            ["requests"] = PerTask(_bags),
            ["requestsOfOneSecond"] = PerTask(_slow is null ? [] : [_slow]),
            ["startSeconds"] = VersusJson.Rounded(_bags.Average(bag => bag.StartSeconds)),
            ["idleRequestsPerSecond"] = VersusJson.Rounded(_idle),
        };

        public async ValueTask DisposeAsync()
        {
            if (_now is var (_, stand))
            {
                _now = null;
                await stand.DisposeAsync();
            }
        }

        private async ValueTask<double> MeasureAsync(Turn turn, CancellationToken cancellationToken)
        {
            var stand = await StandOfAsync(turn, cancellationToken);
            if (turn.IsWarmUp)
            {
                await stand.Engine.ExecuteAsync(Tasks, 0, cancellationToken);
                _slow = await stand.Engine.ExecuteAsync(SlowTasks, SlowTaskMilliseconds, cancellationToken);
                _slowBundles = await stand.Bundled.ExecuteAsync(SlowTasks, SlowTaskMilliseconds, cancellationToken);
                await stand.Bundled.ExecuteAsync(BundledTasks, 0, cancellationToken);
                _idle = await stand.Engine.IdleRequestsPerSecondAsync(IdleTime, cancellationToken);
            }

            var figures = await stand.Engine.ExecuteAsync(Tasks, 0, cancellationToken);
            if (!turn.IsWarmUp)
            {
                _bags.Add(figures);
                _bundles.Add(await stand.Bundled.ExecuteAsync(BundledTasks, 0, cancellationToken));
            }

            return figures.TasksPerSecond;
        }

        private async Task<Stand> StandOfAsync(Turn turn, CancellationToken cancellationToken)
        {
            if (_now is var (pair, there) && pair == turn.Pair)
            {
                return there;
            }

            await DisposeAsync();
            var stand = await Stand.StartAsync(cancellationToken);
            _now = (turn.Pair, stand);
            if (!turn.IsWarmUp)
            {
                await stand.WarmUpAsync(cancellationToken);
            }

            return stand;
        }

        private static JsonObject PerTask(IReadOnlyCollection<BagFigures> bags)
        {
            var tasks = bags.Sum(bag => bag.Tasks);
            return [.. bags.SelectMany(bag => bag.Requests).GroupBy(pair => pair.Key).OrderBy(group => group.Key, StringComparer.Ordinal)
                .Select(group => KeyValuePair.Create<string, JsonNode?>(group.Key, VersusJson.Rounded((double)group.Sum(pair => pair.Value) / tasks)))];
        }
    }
}
