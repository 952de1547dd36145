using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.UnitTests.Benchmarks;

/// <summary>A comparison whose figures are written down; remembers in which order its sides were asked.</summary>
internal sealed class ScriptedEntry(Func<Turn, double> ours, Func<Turn, double>? theirs = null) : IVersusEntry, IVersusSession
{
    public List<string> Asked { get; } = [];

    public bool IsDisposed { get; private set; }

    public Func<VersusFigures, bool> Met { get; init; } = _ => true;

    /// <summary>What is measured; null for this one itself.</summary>
    public IVersusSession? Session { get; init; }

    public string Name { get; init; } = "scripted";

    public string Unit => "bit/s";

    public Preference Better => Preference.Higher;

    public string Goal => ">= 1.0";

    public string Setup => "loopback";

    public IReadOnlyList<OutsideTool> Tools { get; init; } = [];

    public string? Tool => theirs is null ? null : "other 3.12";

    public MeasureSide Ours => (turn, _) => Answer("ours", turn, ours);

    public MeasureSide? Theirs => theirs is null ? null : (turn, _) => Answer("theirs", turn, theirs);

    public IReadOnlyList<string> Flags { get; init; } = [];

    public ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken) => ValueTask.FromResult(Session ?? this);

    public bool? MeetsGoal(VersusFigures figures) => Met(figures);

    public JsonObject ExtraFields() => new() { ["cells"] = new JsonObject { ["a"] = 1.5 } };

    public ValueTask DisposeAsync()
    {
        IsDisposed = true;
        return ValueTask.CompletedTask;
    }

    private ValueTask<double> Answer(string side, Turn turn, Func<Turn, double> script)
    {
        Asked.Add($"{turn.Pair} {side}");
        return ValueTask.FromResult(script(turn));
    }
}
