using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The TaskManager takes every execution for one that has just begun.</summary>
internal sealed class NeverOverdue : Sabotage
{
    public override IReadOnlyList<Row> Seen(SimulatedProcess by, string table, IReadOnlyList<Row> rows) =>
        table == ControlNames.WorkersTable && by.IsTaskManager ? [.. rows.Select(worker => WithRunning(worker, task => task with { ElapsedSeconds = 0, MeasuredSeconds = 0 }))] : rows;
}
