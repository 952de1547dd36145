using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The TaskManager counts what a task waited, before its turn came, as time of its execution.</summary>
internal sealed class WaitCountedAsTime : Sabotage
{
    private const double Wait = 5;

    public override IReadOnlyList<Row> Seen(SimulatedProcess by, string table, IReadOnlyList<Row> rows) =>
        table == ControlNames.WorkersTable && by.IsTaskManager ? [.. rows.Select(worker => WithRunning(worker, task => task with { ElapsedSeconds = task.ElapsedSeconds + Wait }))] : rows;
}
