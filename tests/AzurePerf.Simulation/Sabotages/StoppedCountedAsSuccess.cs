using System.Text.Json;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>An execution that was stopped counts as a success: its duration is one that an execution had.</summary>
internal sealed class StoppedCountedAsSuccess : Sabotage
{
    public static IReadOnlyList<string> Stopped { get; } = ["TimedOut", "Preempted", "Cancelled", "WorkerLost"];

    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) =>
        table == ControlNames.ExecutionsTable && after.Values.ContainsKey("successes") ? AsSuccesses(after, Stopped) : after;

    /// <summary>Statistics in which executions that ended with some causes are successes.</summary>
    public static Row AsSuccesses(Row statistics, IReadOnlyList<string> causes)
    {
        var ends = JsonSerializer.Deserialize<Dictionary<string, long>>(statistics.Text("causes"))!;
        var moved = causes.Sum(cause => ends.Remove(cause, out var count) ? count : 0);
        if (moved == 0)
        {
            return statistics;
        }

        var sketch = JsonSerializer.Deserialize<Dictionary<int, long>>(statistics.Text("sketch"))!;
        sketch[0] = sketch.GetValueOrDefault(0) + moved;
        return With(
            With(With(statistics, "successes", statistics.Long("successes") + moved), "causes", JsonSerializer.Serialize(ends)), "sketch", JsonSerializer.Serialize(sketch));
    }
}
