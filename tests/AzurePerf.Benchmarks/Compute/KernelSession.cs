using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Compute;

/// <summary>Several kernels against their outside twins; the first one is the headline.</summary>
/// <param name="tool">The other side, with its version.</param>
/// <param name="cells">With the least ratio that each must have.</param>
/// <param name="resources">What both sides work on.</param>
internal sealed class KernelSession(string tool, IReadOnlyList<(KernelCell Cell, double Least)> cells, IReadOnlyList<IDisposable> resources) : IVersusSession
{
    public string? Tool => tool;

    public MeasureSide Ours => (turn, _) => ValueTask.FromResult(cells.Select(cell => cell.Cell.MeasureOurs(turn)).ToArray()[0]);

    public MeasureSide? Theirs => (turn, _) => ValueTask.FromResult(cells.Select(cell => cell.Cell.MeasureTheirs(turn)).ToArray()[0]);

    public bool MeetsGoal(VersusFigures figures) => cells.All(cell => cell.Cell.Ratio.Median >= cell.Least);

    public JsonObject ExtraFields() => new()
    {
        ["cells"] = new JsonObject(cells.Select(cell => KeyValuePair.Create<string, JsonNode?>(cell.Cell.Name, cell.Cell.ToJson()))),
    };

    public ValueTask DisposeAsync()
    {
        foreach (var resource in resources)
        {
            resource.Dispose();
        }

        return ValueTask.CompletedTask;
    }
}
