using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Sandboxes;

/// <summary>What the sandbox costs a program: to start it, and while it computes.</summary>
internal sealed class SandboxVersus : IVersusEntry
{
    private const double ExtraAllowed = 50;
    private const double RatioAllowed = 1.03;

    public string Name => "sandbox";

    public string Unit => "ms";

    public Preference Better => Preference.Lower;

    public string Goal => "/bin/true takes at most 50 ms longer with a launcher ready, and a program that computes <= 1.03 times as long";

    public string Setup => "ours: from hand-over to the result of /bin/true, guard and launcher ready for 0.5 s; theirs: start, output read to its end and wait, in the same folder. cells: ready as above; compute a loop of the shell of about 2 s; "
        + "cold with the start of guard and launcher. Where this process is root, ours runs as a user of its own";

    public int FewestPairs => 9;

    public IReadOnlyList<OutsideTool> Tools => [];

    public async ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken)
    {
        var sides = new SandboxSides();
        try
        {
            await sides.CalibrateAsync(cancellationToken);
            return new Session(sides);
        }
        catch
        {
            sides.Dispose();
            throw;
        }
    }

    private sealed class Session(SandboxSides sides) : IVersusSession
    {
        private readonly PairCell _ready = new("ready", sides.ReadyAsync, sides.PlainNothingAsync, meetsGoal: null);
        private readonly PairCell _compute = new("compute", sides.ComputeAsync, sides.PlainComputeAsync, ratio => ratio.Median <= RatioAllowed);
        private readonly List<double> _extra = [];
        private readonly List<double> _cold = [];
        private (Turn Turn, double Ours, double Theirs)? _measured;

        public string? Tool => "plain start of the same program";

        public MeasureSide Ours => async (turn, cancellationToken) => (await MeasureOnceAsync(turn, oursFirst: true, cancellationToken)).Ours;

        public MeasureSide? Theirs => async (turn, cancellationToken) => (await MeasureOnceAsync(turn, oursFirst: false, cancellationToken)).Theirs;

        public bool? MeetsGoal(VersusFigures figures) => (Estimate.Of(_extra).Median <= ExtraAllowed) & _compute.Holds;

        /// <summary>A ratio of a few milliseconds says little: what is added decides.</summary>
        public bool IsDecided(VersusFigures figures) => _compute.Holds is not null && Estimate.Of(_extra) is var extra && (extra.High <= ExtraAllowed || extra.Low > ExtraAllowed);

        public JsonObject ExtraFields() => new()
        {
            ["extraMilliseconds"] = VersusJson.Of(Estimate.Of(_extra)),
            ["cells"] = new JsonObject
            {
                [_ready.Name] = _ready.ToJson(),
                ["cold"] = VersusJson.Of(Estimate.Of(_cold)),
                [_compute.Name] = _compute.ToJson(),
            },
        };

        public ValueTask DisposeAsync()
        {
            sides.Dispose();
            return ValueTask.CompletedTask;
        }

        /// <summary>Whichever side is asked for first in a turn goes first in each cell; the other is then known.</summary>
        private async Task<(double Ours, double Theirs)> MeasureOnceAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken)
        {
            if (_measured is not { } measured || measured.Turn != turn)
            {
                var (ours, theirs) = await _ready.MeasureAsync(turn, oursFirst, cancellationToken);
                var cold = await sides.ColdAsync(cancellationToken);
                await _compute.MeasureAsync(turn, oursFirst, cancellationToken);
                if (!turn.IsWarmUp)
                {
                    _extra.Add(ours - theirs);
                    _cold.Add(cold);
                }

                _measured = measured = (turn, ours, theirs);
            }

            return (measured.Ours, measured.Theirs);
        }
    }
}
