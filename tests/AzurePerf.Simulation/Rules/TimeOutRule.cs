using AzurePerf.Core.Kinds;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// A task of a bag is taken from its worker for its time only after the shortest limit that there is, and an execution that hangs does not live much longer than its limit, which
/// doubles with each attempt at most, once nothing else goes wrong.
/// </summary>
internal sealed class TimeOutRule(RuleBook book) : Rule(book)
{
    private readonly Dictionary<string, (int Attempt, TimeSpan At)> _claims = [];

    /// <summary>What a task of a bag is expected to take is below a quarter of this.</summary>
    private static TimeSpan Limit => TimeLimit.Floor;

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.TasksTable, After: { } after } && TaskRow.IsOfBag(after))
            {
                Check(change);
            }
        }
    }

    public override void Tick()
    {
        foreach (var execution in Book.Ledger.Open.Where(execution => execution.Kind == Core.Runs.StageKind.Bag && execution.Process.State == ProcessState.Running))
        {
            var longest = Limit * Math.Pow(2, execution.Attempt - 1);
            var disturbed = Book.Adversary.CalmFrom > Book.Adversary.LastStrike ? Book.Adversary.CalmFrom : Book.Adversary.LastStrike;
            var due = execution.BeganAt + longest;
            if (Book.Scheduler.Now > (due > disturbed ? due : disturbed) + (Book.Conditions.Times.Dead * 2) + Book.Conditions.Times.StopGrace)
            {
                Break($"{execution} lives since {execution.BeganAt.TotalSeconds:0} s, with a limit of {longest.TotalSeconds:0} s");
            }
        }
    }

    private void Check(RowChange change)
    {
        var (key, after) = (TaskRow.KeyOf(change.Row), change.After!);
        if (TaskRow.StatusOf(after) == TaskRow.Running && change.Before is { } ready && TaskRow.StatusOf(ready) == TaskRow.Ready)
        {
            _claims[key] = (TaskRow.AttemptOf(after), Book.Scheduler.Now);
        }
        else if (change.Before is { } before
            && TaskRow.StatusOf(before) == TaskRow.Running
            && TaskRow.StatusOf(after) != TaskRow.Running
            && after.Text("cause") == nameof(FailureCause.TimedOut)
            && _claims.TryGetValue(key, out var claim)
            && claim.Attempt == TaskRow.AttemptOf(before)
            && Book.Scheduler.Now - claim.At < Limit - Book.Conditions.Times.Heartbeat)
        {
            Break($"{change.By} took attempt {claim.Attempt} of {key} for overdue {(Book.Scheduler.Now - claim.At).TotalSeconds:0.0} s after its claim");
        }
    }
}
