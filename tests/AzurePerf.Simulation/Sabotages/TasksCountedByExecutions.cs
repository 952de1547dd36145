using System.Text.Json;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>Each execution counts as a task of its own.</summary>
internal sealed class TasksCountedByExecutions : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) => table == ControlNames.ExecutionsTable && after.Values.ContainsKey("successes")
        ? With(after, "tasks", after.Long("successes") + JsonSerializer.Deserialize<Dictionary<string, long>>(after.Text("causes"))!.Values.Sum())
        : after;
}
