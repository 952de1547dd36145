using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager;
using AzurePerf.Testing.Storage;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>What the adaptive limit saves where some executions are slow, in the real engine.</summary>
internal sealed class StragglersVersus : IVersusEntry
{
    private const int History = 60;
    private const int Tasks = 48;
    private const int TaskMilliseconds = 8_000;
    private const int WarmUpMilliseconds = 100;
    private const double SlowShare = 0.16;
    private const double SlowFactor = 6;
    private const double RatioAllowed = 0.85;
    private static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(1);

    public string Name => "stragglers";

    public string Unit => "s";

    public Preference Better => Preference.Lower;

    public string Goal => "<= 0.85";

    public string Setup => "48 tasks that wait for 8 s, 16 % of the executions for six times as long, after a history of 60 such tasks, on TaskManager and 2 workers of 8 slots, heartbeat 1 s, over a store in memory; from the claim of the first task to the end of the run. Ours: TaskManager:BagLimit=adaptive. Theirs: paper. "
        + "Both at the same time, each in engines of its own that are new in each pair, history included; which execution is slow is drawn by pair, task and attempt, the same on both sides. A worker that leaves is replaced at once. Takes 20 minutes";

    /// <summary>Each takes minutes.</summary>
    public int MostPairs => PairBudget.FewestPairs;

    public IReadOnlyList<OutsideTool> Tools => [];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken) => ValueTask.FromResult<IVersusSession>(new Session());

    private sealed class Session : IVersusSession
    {
        private readonly List<(StragglerBag Ours, StragglerBag Theirs)> _pairs = [];
        private (Turn Turn, StragglerBag Ours, StragglerBag Theirs)? _measured;

        public string? Tool => "the same engine with the limit of the paper";

        public MeasureSide Ours => async (turn, cancellationToken) => (await MeasureOnceAsync(turn, cancellationToken)).Ours.Figures.Seconds;

        public MeasureSide? Theirs => async (turn, cancellationToken) => (await MeasureOnceAsync(turn, cancellationToken)).Theirs.Figures.Seconds;

        public bool? MeetsGoal(VersusFigures figures) => figures.Ratio?.Median <= RatioAllowed;

        /// <summary>Bags with so few tasks differ from pair to pair by as much as a limit saves; the median decides.</summary>
        public bool IsDecided(VersusFigures figures) => true;

        public JsonObject ExtraFields() => new()
        {
            ["withoutSlowness"] = Tasks * TaskMilliseconds / 1e3 / (EngineSettings.UsualWorkers * EngineSettings.UsualSlots),
            ["pairsOurs"] = Of(_pairs.Select(pair => pair.Ours)),
            ["pairsTheirs"] = Of(_pairs.Select(pair => pair.Theirs)),
        };

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;

        private async Task<(Turn Turn, StragglerBag Ours, StragglerBag Theirs)> MeasureOnceAsync(Turn turn, CancellationToken cancellationToken)
        {
            if (_measured is not { } measured || measured.Turn != turn)
            {
                var (ours, theirs) = (MeasureAsync("adaptive", turn, cancellationToken), MeasureAsync("paper", turn, cancellationToken));
                _measured = measured = (turn, await ours, await theirs);
                if (!turn.IsWarmUp)
                {
                    _pairs.Add((measured.Ours, measured.Theirs));
                }
            }

            return measured;
        }

        private static async Task<StragglerBag> MeasureAsync(string limit, Turn turn, CancellationToken cancellationToken)
        {
            var settings = new EngineSettings { TaskManager = new() { BagLimit = limit }, Engine = new() { Heartbeat = Heartbeat } };
            var store = new InMemoryControlPlane(TimeProvider.System);
            await using var engine = await RunningEngine.StartAsync(requests => NotedQueue.PlaneOf(store.AsControlPlane(), requests), cancellationToken, settings);
            var milliseconds = turn.IsWarmUp ? WarmUpMilliseconds : TaskMilliseconds;
            var history = await engine.ExecuteAsync(SubmittedBags.SpecOf(History, milliseconds, 2 * turn.Pair, SlowShare, SlowFactor), History, cancellationToken);
            var left = engine.Replaced;
            var bag = await engine.ExecuteAsync(SubmittedBags.SpecOf(Tasks, milliseconds, (2 * turn.Pair) + 1, SlowShare, SlowFactor), Tasks, cancellationToken);
            return new(history, bag, engine.Replaced - left);
        }

        private static JsonArray Of(IEnumerable<StragglerBag> bags) => [.. bags.Select(bag => (JsonNode)bag.ToJson())];
    }

    /// <summary>One side of a pair.</summary>
    /// <param name="History">The bag before.</param>
    /// <param name="Figures">The bag that counts.</param>
    /// <param name="Replaced">Workers that left in it, because the executions that were stopped on them made them seem slow.</param>
    private sealed record StragglerBag(BagFigures History, BagFigures Figures, int Replaced)
    {
        public JsonObject ToJson() => new()
        {
            ["seconds"] = VersusJson.Rounded(Figures.Seconds),
            ["stopped"] = Figures.Stopped,
            ["workersReplaced"] = Replaced,
            ["historySeconds"] = VersusJson.Rounded(History.Seconds),
            ["historyStopped"] = History.Stopped,
        };
    }
}
