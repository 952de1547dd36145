using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>A stage that is closed says of its tasks what their rows say: how many ended, how many of them failed, were given up or missed, and of a bag how many executions were repeated.</summary>
internal sealed class CountRule(RuleBook book) : Rule(book)
{
    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.RunsTable, Before: { } before, After: { } after } && StageRule.IsClosed(after) && !StageRule.IsClosed(before) && after.Integer("total") > 0)
            {
                Check(change, after);
            }
        }
    }

    private void Check(RowChange change, Row stage)
    {
        var number = stage.RowKey[1..];
        var rows = Book.Tasks.Ended.Where(row => TaskRow.RunOf(row) == stage.PartitionKey && TaskRow.StageOf(row) == number).ToArray();
        var counted = (stage.Integer("finished"), stage.Integer("failed"), stage.Integer("cancelled"), stage.Integer("missed"));
        var stored = (rows.Length, Count("Failed") + Count("Dead"), Count("Cancelled"), Count("Missed"));
        if (counted != stored)
        {
            Break($"{change.By} closed stage {number} of run {stage.PartitionKey} with {counted} tasks that ended, failed, were given up and missed; the rows say {stored}");
        }

        var repeated = rows.Sum(row => Math.Max(TaskRow.EndsOf(row) - (TaskRow.StatusOf(row) == "Dead" ? 1 : 0), 0));
        if (rows.Length > 0 && TaskRow.IsOfBag(rows[0]) && stage.Long("repeated") != repeated)
        {
            Break($"{change.By} closed stage {number} of run {stage.PartitionKey} with {stage.Long("repeated")} repeated executions; the rows say {repeated}");
        }

        int Count(string status) => rows.Count(row => TaskRow.StatusOf(row) == status);
    }
}
