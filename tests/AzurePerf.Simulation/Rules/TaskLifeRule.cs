using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// A task is accepted once, from an execution that was live when it stored its result and owned the row; the attempt never falls, and what is repeated or given back is the next one; a terminal row never changes, and none is
/// removed before its run has ended.
/// </summary>
internal sealed class TaskLifeRule(RuleBook book) : Rule(book)
{
    private readonly HashSet<string> _accepted = [];

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        CheckReuse([.. changes.Where(change => change is { Table: ControlNames.TasksTable, After: { } row } && TaskRow.IsReused(row))]);
        foreach (var change in changes.Where(change => change.Table == ControlNames.TasksTable))
        {
            if (change.After is not { } after)
            {
                if (!Book.Tasks.HasEnded(TaskRow.RunOf(change.Row)))
                {
                    Break($"{TaskRow.KeyOf(change.Row)} was removed by {change.By}, and its run has not ended");
                }
            }
            else if (change.Before is { } before)
            {
                Check(change, before, after);
            }
            else if (TaskRow.StatusOf(after) != TaskRow.Ready || TaskRow.AttemptOf(after) != 1)
            {
                Break($"{TaskRow.KeyOf(after)} was made as {TaskRow.StatusOf(after)} {TaskRow.AttemptOf(after)}");
            }
        }
    }

    private void Check(RowChange change, Row before, Row after)
    {
        var (from, to) = (TaskRow.StatusOf(before), TaskRow.StatusOf(after));
        var what = $"{TaskRow.KeyOf(after)} went from {from} {TaskRow.AttemptOf(before)} to {to} {TaskRow.AttemptOf(after)} by {change.By}";
        if (TaskRow.IsTerminal(before))
        {
            Break($"{what}: it had ended");
        }

        if (TaskRow.AttemptOf(after) < TaskRow.AttemptOf(before))
        {
            Break($"{what}: the attempt fell");
        }

        if (to is TaskRow.Ready && from is not TaskRow.Ready && TaskRow.AttemptOf(after) != TaskRow.AttemptOf(before) + 1)
        {
            Break($"{what}: what is repeated or given back is the next attempt");
        }

        if (to is TaskRow.Measured or TaskRow.Done or TaskRow.Censored && !IsSameExecution(before, after))
        {
            Break($"{what}: the result is not that of the execution that owned the row");
        }

        if (to is TaskRow.Measured || (to is TaskRow.Done && from is not TaskRow.Measured && !(TaskRow.IsReused(after) && TaskRow.PointOf(after).Length > 0)))
        {
            CheckCommit(change, before, what);
        }

        if (to is TaskRow.Done && !_accepted.Add(TaskRow.KeyOf(after)))
        {
            Break($"{what}: it had been accepted before");
        }

        if (to is TaskRow.Done && from is TaskRow.Measured && before.Text("result") != after.Text("result"))
        {
            Break($"{what}: what was accepted is not what was measured");
        }
    }

    /// <summary>A task, or a point as a whole, counts as reused only because an execution of it found its product there.</summary>
    private void CheckReuse(RowChange[] reused)
    {
        if (reused.Length > 0 && !reused.Any(change => change.After!.Text("cause") == nameof(FailureCause.AlreadyExists)))
        {
            Break($"{string.Join(", ", reused.Select(change => TaskRow.KeyOf(change.Row)))} are done without a result, and nobody found what they were to make");
        }

        if (reused.Length > 0 && reused.Length < TaskRow.MembersOf(reused[0].After!))
        {
            Break($"a part of point {TaskRow.PointOf(reused[0].After!)} counts as reused");
        }
    }

    private static bool IsSameExecution(Row before, Row after) =>
        TaskRow.AttemptOf(before) == TaskRow.AttemptOf(after) && TaskRow.NonceOf(before) == TaskRow.NonceOf(after);

    private void CheckCommit(RowChange change, Row before, string what)
    {
        if (TaskRow.StatusOf(before) != TaskRow.Running)
        {
            Break($"{what}: nobody was executing it");
        }
        else if (Book.Ledger.Find(TaskRow.KeyOf(before), TaskRow.AttemptOf(before), TaskRow.NonceOf(before)) is not { } execution)
        {
            Break($"{what}: it was never executed");
        }
        else if (execution.Process != change.By)
        {
            Break($"{what}: {execution.Process} executed it");
        }
    }
}
