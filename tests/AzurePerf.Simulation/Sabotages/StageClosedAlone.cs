using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The TaskManager closes a stage and opens the next whatever became of the run's header meanwhile.</summary>
internal sealed class StageClosedAlone : Sabotage
{
    public override IReadOnlyList<RowWrite> Sent(SimulatedProcess by, string table, IReadOnlyList<RowWrite> writes) =>
        table == ControlNames.RunsTable && by.IsTaskManager && writes.Any(write => write.ETag is not null && write.Row.Flag("closed"))
            ? [.. writes.Where(write => write.Row.RowKey != "h")]
            : writes;
}
