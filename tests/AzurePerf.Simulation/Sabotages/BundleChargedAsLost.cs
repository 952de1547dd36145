using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>Every task that was claimed with others is charged with the loss of their worker.</summary>
internal sealed class BundleChargedAsLost : Sabotage
{
    public override Row Instead(SimulatedProcess by, string table, Row? before, Row after) => by.IsTaskManager && table == ControlNames.TasksTable && before is not null && TaskRow.IsReturn(before, after)
        ? With(after, "ends", """{"1":"workerLost"}""")
        : after;
}
