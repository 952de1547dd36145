using AzurePerf.Simulation.Executions;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// A measurement is repeated, failed or given up by the TaskManager alone, and only when nobody alive executes it any more: a worker that ends one only says so.
/// </summary>
internal sealed class RepeatRule(RuleBook book) : Rule(book)
{
    private const string MeasureStage = "01";

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.TasksTable, Before: { } before, After: { } after }
                && TaskRow.StageOf(after) == MeasureStage
                && TaskRow.StatusOf(before) is not TaskRow.Ready
                && TaskRow.StatusOf(after) is TaskRow.Ready or "Failed" or "Cancelled")
            {
                Check(change);
            }
        }
    }

    private void Check(RowChange change)
    {
        var key = TaskRow.KeyOf(change.Row);
        var what = $"{key} went from {TaskRow.StatusOf(change.Before!)} to {TaskRow.StatusOf(change.After!)} by {change.By}";
        if (!change.By.IsTaskManager)
        {
            Break($"{what}, which is not the TaskManager");
        }
        else if (Book.Ledger.Open.FirstOrDefault(execution => IsOfPoint(execution, change.Row) && Book.Exclusivity.Counts(execution)) is { } execution)
        {
            Break($"{what} during the execution of {execution}");
        }
    }

    /// <summary>Also the other members of a gang: a point is repeated whole.</summary>
    private static bool IsOfPoint(Execution execution, Row row) => execution.Point == TaskRow.PointOf(row);
}
