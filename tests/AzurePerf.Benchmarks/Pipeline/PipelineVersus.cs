using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Sources;

namespace AzurePerf.Benchmarks.Pipeline;

/// <summary>What the engine adds to the pipeline of images when its tasks are small.</summary>
internal sealed class PipelineVersus : IVersusEntry
{
    private const double TimeAllowed = 1.5;
    private const double RequestsAllowed = 1.35;
    private static readonly PipelineRequest WarmUp = new(Days: 3);
    private static readonly PipelineRequest Measured = new(Days: 147);

    public string Name => "pipeline";

    public string Unit => "s";

    public Preference Better => Preference.Lower;

    public string Goal => "<= 1.5 in time and <= 1.35 in requests, with the same manifest";

    public string Setup => $"modis.pipeline over 32 tiles of 120 x 120 cells and {Measured.Days} days, {Measured.Tasks:#,0} tasks in six stages, of an archive in this process. Ours: TaskManager and 2 workers of 8 slots, from the submission to the end of the run. "
        + "Theirs: the same handlers in the order of the stages, 16 at once, without rows, queue or heartbeats. Each side has a new emulator in a process of its own, an empty catalogue and an empty folder of sources; a pair whose manifests differ ends the "
        + "comparison. Field requests counts those to the account. Takes an hour";

    /// <summary>Each pair is 20,102 tasks, and takes minutes.</summary>
    public int MostPairs => PairBudget.FewestPairs;

    public IReadOnlyList<OutsideTool> Tools => [OutsideTool.Command("node", "apt-get install nodejs npm")];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken) => new(new Session(new RepeatedGranules(Measured)));

    private sealed class Session(IGranuleArchive archive) : IVersusSession
    {
        private readonly CellFigures _requests = new();
        private readonly List<(PipelineFigures Ours, PipelineFigures Theirs)> _pairs = [];
        private (Turn Turn, bool IsOurs, PipelineFigures Figures)? _first;

        public string? Tool => "bare loop over the same handlers";

        public MeasureSide Ours => (turn, cancellationToken) => MeasureAsync(turn, isOurs: true, cancellationToken);

        public MeasureSide? Theirs => (turn, cancellationToken) => MeasureAsync(turn, isOurs: false, cancellationToken);

        public bool? MeetsGoal(VersusFigures figures) => figures.Ratio?.Median <= TimeAllowed && _requests.Ratio.Median <= RequestsAllowed;

        public bool IsDecided(VersusFigures figures) => !figures.IsUndecided || figures.Ratio?.High <= TimeAllowed || figures.Ratio?.Low > TimeAllowed;

        public JsonObject ExtraFields() => new()
        {
            ["requests"] = _requests.ToJson(),
            ["requestsPerTask"] = new JsonObject { ["ours"] = PerTask(pair => pair.Ours), ["theirs"] = PerTask(pair => pair.Theirs) },
            ["tasks"] = Measured.Tasks,
        };

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;

        private async ValueTask<double> MeasureAsync(Turn turn, bool isOurs, CancellationToken cancellationToken)
        {
            var request = turn.IsWarmUp ? WarmUp : Measured;
            var figures = await (isOurs ? PipelineSides.OursAsync(request, archive, cancellationToken) : PipelineSides.TheirsAsync(request, archive, cancellationToken));
            if (_first is { } first && first.Turn == turn && first.IsOurs != isOurs)
            {
                Note(turn, isOurs ? (figures, first.Figures) : (first.Figures, figures));
            }

            _first = (turn, isOurs, figures);
            return figures.Seconds;
        }

        private void Note(Turn turn, (PipelineFigures Ours, PipelineFigures Theirs) pair)
        {
            if (pair.Ours.Manifest != pair.Theirs.Manifest)
            {
                throw new InvalidOperationException($"the two sides made different manifests, of {pair.Ours.Manifest.Length} and {pair.Theirs.Manifest.Length} characters");
            }

            _requests.Add(turn, pair.Ours.AllRequests, pair.Theirs.AllRequests);
            if (!turn.IsWarmUp)
            {
                _pairs.Add(pair);
            }
        }

        private JsonObject PerTask(Func<(PipelineFigures Ours, PipelineFigures Theirs), PipelineFigures> side) =>
        [
            .. _pairs.Select(side).SelectMany(figures => figures.Requests).GroupBy(pair => pair.Key).OrderBy(group => group.Key, StringComparer.Ordinal)
                .Select(group => KeyValuePair.Create<string, JsonNode?>(group.Key, VersusJson.Rounded(group.Sum(pair => pair.Value) / (double)(Measured.Tasks * _pairs.Count)))),
        ];
    }
}
