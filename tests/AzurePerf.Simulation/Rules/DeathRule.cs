using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Rules;

/// <summary>What a worker executes is not taken from it as from a dead one while its heartbeat goes on.</summary>
internal sealed class DeathRule(RuleBook book) : Rule(book)
{
    private readonly Dictionary<string, (TimeSpan Last, TimeSpan Before)> _beats = [];

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.WorkersTable } && !change.Row.RowKey.EndsWith("!orders", StringComparison.Ordinal))
            {
                NoteBeat(change);
            }
            else if (change is { Table: ControlNames.TasksTable, Before: { } before, After: { } after }
                && TaskRow.StatusOf(before) == TaskRow.Running
                && after.Text("cause") == "WorkerLost"
                && after.Text("failures") != before.Text("failures"))
            {
                Check(change, TaskRow.OwnerOf(before));
            }
        }
    }

    /// <summary>A worker whose row is gone, by whomever, counts as dead.</summary>
    private void NoteBeat(RowChange change)
    {
        if (change.After is null)
        {
            _beats.Remove(change.Row.RowKey);
        }
        else
        {
            var now = Book.Scheduler.Now;
            _beats[change.Row.RowKey] = (now, _beats.TryGetValue(change.Row.RowKey, out var known) ? known.Last : now);
        }
    }

    private void Check(RowChange change, string owner)
    {
        var key = TaskRow.KeyOf(change.Row);
        if (_beats.TryGetValue(owner, out var beats)
            && !WasSilent(beats.Last, beats.Before)
            && Book.Ledger.Open.Any(execution => execution.Task == key && execution.Attempt == TaskRow.AttemptOf(change.Before!)))
        {
            Break($"{change.By} took {key} from worker {owner} as from a dead one, {(Book.Scheduler.Now - beats.Last).TotalSeconds:0.0} s after its last heartbeat");
        }
    }

    /// <summary>A worker that was silent for so long is dead even if it beats again between the read that told so and the write that followed from it.</summary>
    private bool WasSilent(TimeSpan last, TimeSpan before) =>
        Book.Scheduler.Now - last >= Book.Conditions.Times.Dead
        || (Book.Scheduler.Now - last < Book.Conditions.Times.WorkerRead && last - before >= Book.Conditions.Times.Dead);
}
