using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Rules;

/// <summary>What a run had in its target when its clean task began is gone once that task is done.</summary>
internal sealed class LeftoverRule(RuleBook book) : Rule(book)
{
    private readonly Dictionary<(string Run, string Name), TimeSpan> _resources = [];

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            switch (change)
            {
                case { Table: ControlNames.ResourcesTable, After: null }:
                    _resources.Remove((change.Row.PartitionKey, change.Row.RowKey));
                    break;
                case { Table: ControlNames.ResourcesTable }:
                    _resources[(change.Row.PartitionKey, change.Row.RowKey)] = Book.Scheduler.Now;
                    break;
                case { Table: ControlNames.TasksTable, After: { } row } when TaskRow.StatusOf(row) == TaskRow.Done && TaskRow.KindOf(row) == StageKind.Clean:
                    Check(change, TaskRow.RunOf(row));
                    break;
            }
        }
    }

    private void Check(RowChange change, string runId)
    {
        var row = change.After!;
        if (Book.Ledger.Find(TaskRow.KeyOf(row), TaskRow.AttemptOf(row), TaskRow.NonceOf(row)) is { } clean
            && _resources.FirstOrDefault(entry => entry.Key.Run == runId && entry.Value < clean.BeganAt) is { Key.Name: { } name })
        {
            Break($"{change.By} cleaned run {runId} and left {name}");
        }
    }
}
