using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Compute;

/// <summary>Several kernels against their outside twins; the first one is the headline.</summary>
/// <param name="tool">The other side, with its version.</param>
/// <param name="cells">With the least ratio that each must have.</param>
/// <param name="resources">What both sides work on.</param>
internal sealed class KernelSession(string tool, IReadOnlyList<(KernelCell Cell, double Least)> cells, IReadOnlyList<IDisposable> resources) : IVersusSession
{
    private (Turn Turn, double Ours, double Theirs)? _measured;

    public string? Tool => tool;

    public MeasureSide Ours => (turn, _) => ValueTask.FromResult(MeasureOnce(turn, oursFirst: true).Ours);

    public MeasureSide? Theirs => (turn, _) => ValueTask.FromResult(MeasureOnce(turn, oursFirst: false).Theirs);

    public bool? MeetsGoal(VersusFigures figures) => cells.All(cell => cell.Cell.Ratio.Median >= cell.Least);

    public JsonObject ExtraFields() => new()
    {
        ["cells"] = new JsonObject(cells.Select(cell => KeyValuePair.Create<string, JsonNode?>(cell.Cell.Name, cell.Cell.ToJson()))),
    };

    /// <summary>Whichever side is asked for first in a turn goes first in it; the other is then known.</summary>
    private (double Ours, double Theirs) MeasureOnce(Turn turn, bool oursFirst)
    {
        if (_measured is not { } measured || measured.Turn != turn)
        {
            var figures = cells.Select(cell => cell.Cell.Measure(turn, oursFirst)).ToArray()[0];
            _measured = measured = (turn, figures.Ours, figures.Theirs);
        }

        return (measured.Ours, measured.Theirs);
    }

    public ValueTask DisposeAsync()
    {
        foreach (var resource in resources)
        {
            resource.Dispose();
        }

        return ValueTask.CompletedTask;
    }
}
