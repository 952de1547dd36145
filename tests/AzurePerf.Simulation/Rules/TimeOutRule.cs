using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Executions;
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

    /// <summary>The limit follows the mean of executions where that is long.</summary>
    private TimeSpan LongestLimit => ConductChoice.LongestOf(Book.Conditions) * TimeLimit.Factor is var limit && limit > TimeLimit.Floor ? limit : TimeLimit.Floor;

    /// <summary>Of the adaptive limit two heartbeats.</summary>
    private TimeSpan ShortestLimit => Book.Conditions.IsAdaptive ? 2 * Book.Conditions.Times.Heartbeat : TimeLimit.Floor;

    private TimeSpan Recovery =>
        Cluster.LongestRestart(Book.Conditions.Times) + Book.Conditions.Times.Dead + (2 * Book.Conditions.Times.Heartbeat) + Book.Conditions.Times.StopGrace;

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
        foreach (var execution in Book.Ledger.Open.Where(execution => execution.Kind == StageKind.Bag && execution.Process.State == ProcessState.Running))
        {
            // The last fault may end the TaskManager: another starts, the lead lapses, and it looks through the bag.
            // The worker's own clock tells how long an execution takes, and it may have stood still.
            var limit = LongestLimit * Math.Pow(2, execution.Attempt - 1);
            var due = (execution.Process.ResumedAt is { } resumed && resumed > execution.BeganAt ? resumed : execution.BeganAt) + limit;
            var disturbed = Book.Adversary.QuietFrom;
            if (Book.Scheduler.Now > (due > disturbed ? due : disturbed) + Recovery)
            {
                Break($"{execution} lives since {execution.BeganAt.TotalSeconds:0} s, with a limit of {limit.TotalSeconds:0} s");
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
            && IsTimeOut(change)
            && _claims.TryGetValue(key, out var claim)
            && claim.Attempt == TaskRow.AttemptOf(before)
            && Book.Scheduler.Now - claim.At < ShortestLimit - Book.Conditions.Times.Heartbeat)
        {
            Break($"{change.By} took attempt {claim.Attempt} of {key} for overdue {(Book.Scheduler.Now - claim.At).TotalSeconds:0.0} s after its claim");
        }
    }

    /// <summary>A row that is given up with its run keeps the cause of the attempt before: only an end that is counted has a cause of its own.</summary>
    private static bool IsTimeOut(RowChange change) =>
        change.After!.Text("cause") == nameof(FailureCause.TimedOut) && change.After!.Text("failures") != change.Before!.Text("failures");
}
