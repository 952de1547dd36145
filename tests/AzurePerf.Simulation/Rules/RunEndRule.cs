using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// The header becomes terminal last: after all rows of its run, after the run's keys were given back, and after all executions, but for
/// those of runs that hold
/// no keys. Then neither header nor rows change.
/// </summary>
internal sealed class RunEndRule(RuleBook book) : Rule(book)
{
    private readonly HashSet<string> _ended = [];

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.RunsTable, Row.RowKey: "h", After: { } header })
            {
                CheckHeader(change, header);
            }
            else if (change is { Table: ControlNames.TasksTable, After: not null } && _ended.Contains(TaskRow.RunOf(change.Row)))
            {
                Break($"{change.By} changed {TaskRow.KeyOf(change.Row)}, whose run has ended");
            }
        }
    }

    private void CheckHeader(RowChange change, Row header)
    {
        var runId = header.PartitionKey;
        if (_ended.Contains(runId))
        {
            if (change.Before!.Text("status") != header.Text("status"))
            {
                Break($"{change.By} changed the status of run {runId}, which has ended");
            }
        }
        else if (TaskIndex.IsTerminal(header.Text("status")))
        {
            _ended.Add(runId);
            CheckEnd(change, runId);
        }
    }

    /// <summary>A row that was made by a process that died before it moved the cursor, and that nobody was ever told of: under a header that ended it counts as ended.</summary>
    private bool IsBeyondCursor(Row row) => TaskRow.StatusOf(row) == TaskRow.Ready
        && !Book.Tasks.HadMessage(TaskRow.KeyOf(row))
        && Book.Tasks.Stage(TaskRow.RunOf(row), TaskRow.StageOf(row))?.Integer("created") <= TaskRow.NumberOf(row);

    private void CheckEnd(RowChange change, string runId)
    {
        if (!Book.IsRefused(runId) && Book.Tasks.Open.FirstOrDefault(row => TaskRow.RunOf(row) == runId && !IsBeyondCursor(row)) is { } open)
        {
            Break($"{change.By} ended run {runId} while {TaskRow.KeyOf(open)} is {TaskRow.StatusOf(open)}");
        }

        if (Book.Tasks.Keys.FirstOrDefault(key => key.Value == runId) is { Key: { } key })
        {
            Break($"{change.By} ended run {runId} while it holds the key {key}");
        }

        if (Book.Ledger.Open.FirstOrDefault(execution => execution.HoldsKeys && execution.Task.Contains(runId, StringComparison.Ordinal) && Book.Exclusivity.Counts(execution)) is { } execution)
        {
            Break($"{change.By} ended run {runId} during the execution of {execution}");
        }
    }
}
