using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A TaskManager stores its plan of a stage whatever another has stored since it looked.</summary>
internal sealed class PlanOverAnother : Sabotage
{
    public override bool IgnoresETag(SimulatedProcess by, string table, Row before, Row after) =>
        table == ControlNames.RunsTable && by.IsTaskManager && after.Text("plan").Length > 0 && after.Integer("created") == 0 && after.Text("plan") != before.Text("plan");
}
