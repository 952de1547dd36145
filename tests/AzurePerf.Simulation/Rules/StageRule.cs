using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// A stage is closed in one transaction with its run's header, under the header's ETag: who closes it has seen every cancel before, and none can come between the end of one stage
/// and the beginning of the next.
/// </summary>
internal sealed class StageRule(RuleBook book) : Rule(book)
{
    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        var closed = changes.FirstOrDefault(change => change is { Table: ControlNames.RunsTable, Before: { } before, After: { } after } && IsClosed(after) && !IsClosed(before));
        if (closed is not null && !changes.Any(change => change.Row.RowKey == "h"))
        {
            Break($"{closed.By} closed stage {closed.Row.RowKey} of run {closed.Row.PartitionKey} without the run's header");
        }
    }

    public static bool IsClosed(Row row) => row.RowKey[0] == 's' && row.Flag("closed");
}
