using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// Tasks that share a message are tasks all the same: each claim has a nonce of its own, each duration is of its own execution, and none is charged for an execution that it did not
/// begin, nor for a worker that was lost with all of them.
/// </summary>
internal sealed class BundleRule(RuleBook book) : Rule(book)
{
    /// <summary>Between the end of an execution and the time that its worker writes for it.</summary>
    private static readonly TimeSpan Slack = TimeSpan.FromMilliseconds(100);

    /// <summary>What ends an execution from outside. All else is its own, be it that it could not read its run before its work began.</summary>
    private static readonly FailureCause[] Stops = [FailureCause.Preempted, FailureCause.TimedOut, FailureCause.Cancelled];

    private readonly Dictionary<(string Task, int Attempt), TimeSpan> _claims = [];

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        CheckNonces(changes);
        foreach (var change in changes.Where(change => change is { Table: ControlNames.TasksTable, Before: not null, After: not null }))
        {
            if (TaskRow.BundleOf(change.Before!) is not null && TaskRow.StatusOf(change.Before!) == TaskRow.Running)
            {
                CheckCharge(change, change.Before!, change.After!);
                CheckTime(change, change.Before!, change.After!);
            }
        }
    }

    private void CheckNonces(IReadOnlyList<RowChange> changes)
    {
        var claims = changes.Where(change => change is { Table: ControlNames.TasksTable, Before: { } before, After: { } after }
            && TaskRow.StatusOf(before) == TaskRow.Ready && TaskRow.StatusOf(after) == TaskRow.Running).ToArray();
        foreach (var claim in claims)
        {
            _claims[(TaskRow.KeyOf(claim.Row), TaskRow.AttemptOf(claim.After!))] = Book.Scheduler.Now;
        }

        if (claims.Select(claim => TaskRow.NonceOf(claim.After!)).Distinct().Count() < claims.Length)
        {
            Break($"{claims[0].By} claims {claims.Length} tasks, the first is {TaskRow.KeyOf(claims[0].Row)}, and some with the same nonce");
        }
    }

    private void CheckCharge(RowChange change, Row before, Row after)
    {
        var attempt = TaskRow.AttemptOf(before);
        if (TaskRow.EndsOf(after) == TaskRow.EndsOf(before))
        {
            return;
        }

        var cause = TaskRow.CausesOf(after).Last();
        if (cause == FailureCause.WorkerLost
            || (Stops.Contains(cause) && Book.Ledger.Find(TaskRow.KeyOf(before), attempt, TaskRow.NonceOf(before)) is null
                && !Book.Ledger.MayHaveBegun(TaskRow.KeyOf(before), TaskRow.BundleOf(before)!.Value)))
        {
            Break($"{change.By} charges {TaskRow.KeyOf(before)} with {cause}, though nobody knows that it began");
        }
    }

    private void CheckTime(RowChange change, Row before, Row after)
    {
        if (TaskRow.StatusOf(after) != TaskRow.Done || TaskRow.IsReused(after)
            || Book.Ledger.Find(TaskRow.KeyOf(before), TaskRow.AttemptOf(before), TaskRow.NonceOf(before)) is not { EndedAt: { } ended } execution)
        {
            return;
        }

        // Its turn begins when the one before it ends, or with the claim: it may have to read its run and its order first.
        var key = (TaskRow.KeyOf(before), TaskRow.AttemptOf(before));
        var turn = ended - (Book.Ledger.EndOfTheOneBefore(execution, TaskRow.BundleOf(before)!.Value) ?? (_claims.TryGetValue(key, out var claimed) ? claimed : execution.BeganAt));
        var said = after.Instant("endedAt") - after.Instant("claimedAt");
        if (said > turn + Slack)
        {
            Break($"{change.By} says that {TaskRow.KeyOf(before)} took {said?.TotalSeconds:0.000} s, whose turn was {turn.TotalSeconds:0.000} s");
        }
    }
}
