using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>A worker stores its result whoever owns the row by then.</summary>
internal sealed class CommitWithoutIfMatch : Sabotage
{
    public override bool IgnoresETag(SimulatedProcess by, string table, Row before, Row after) =>
        table == ControlNames.TasksTable && !by.IsTaskManager && TaskRow.StatusOf(after) is TaskRow.Measured or TaskRow.Done;
}
