using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Sabotages;

/// <summary>The TaskManager knows only of those executions that a worker's row lists: one that began after the last heartbeat is never missed.</summary>
internal sealed class OrphansByListOnly : Sabotage
{
    public override IReadOnlyList<Row> Seen(SimulatedProcess by, string table, IReadOnlyList<Row> rows)
    {
        if (table != ControlNames.TasksTable || !by.IsTaskManager)
        {
            return rows;
        }

        var lists = string.Concat(Account.All(ControlNames.WorkersTable).Select(worker => worker.Text("running")));
        return [.. rows.Select(row => IsListed(row, lists) ? row : Unowned(row))];
    }

    private static bool IsListed(Row row, string lists) =>
        TaskRow.StatusOf(row) != TaskRow.Running || lists.Contains(TaskRow.RunOf(row), StringComparison.Ordinal);

    private static Row Unowned(Row row) => new(row.PartitionKey, row.RowKey)
    {
        ETag = row.ETag,
        Values = new(row.Values, StringComparer.Ordinal) { ["st"] = TaskRow.Ready, ["readyAt"] = row.Values["claimedAt"] },
    };
}
