using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The TaskManager takes a bag for finished when no worker lists any of its tasks, without a look at the rows.</summary>
internal sealed class CountersTrusted : Sabotage
{
    private const string FirstBag = "10";

    public override IReadOnlyList<Row> Seen(SimulatedProcess by, string table, IReadOnlyList<Row> rows)
    {
        if (table != ControlNames.TasksTable || !by.IsTaskManager || rows.Count == 0 || TaskRow.StageOf(rows[0]) != FirstBag)
        {
            return rows;
        }

        var runId = TaskRow.RunOf(rows[0]);
        var listed = Account.All(ControlNames.WorkersTable).Any(worker => worker.Text("running").Contains(runId, StringComparison.Ordinal));
        return listed ? rows : [.. rows.Where(TaskRow.IsTerminal)];
    }
}
