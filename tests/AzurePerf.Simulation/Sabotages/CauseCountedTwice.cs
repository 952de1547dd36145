using System.Text.Json;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A task with an execution that ended for a cause is two tasks of that cause.</summary>
internal sealed class CauseCountedTwice : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) => table == ControlNames.ExecutionsTable && after.Text("causeTasks") is { Length: > 0 } tasks
        ? With(after, "causeTasks", JsonSerializer.Serialize(JsonSerializer.Deserialize<Dictionary<string, long>>(tasks)!.ToDictionary(cause => cause.Key, cause => 2 * cause.Value)))
        : after;
}
