using AzurePerf.Simulation.Processes;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// A task that is not terminal has a message, a cursor that has yet to pass it, an execution that is alive, or a TaskManager that is about to decide; where a
/// fault took it, it has it again within the time of recovery.
/// </summary>
internal sealed class ReachableRule(RuleBook book) : Rule(book)
{
    /// <summary>Since when a row is as it is without anything that leads to it: a row that changed was led to.</summary>
    private readonly Dictionary<string, (TimeSpan Since, string As)> _unreachable = [];

    /// <summary>Dead, then found by a sweep or a reconciliation, with room for one more round of each.</summary>
    private TimeSpan Recovery => Book.Conditions.Times.Dead + (2 * Book.Conditions.Times.Sweep) + Book.Conditions.Times.Reconciliation;

    /// <summary>While all workers are busy a lost message is only missed once as many others as tasks are open have lapsed; a doubled one may lapse twice.</summary>
    private TimeSpan LongestWait(Row row) => TaskRow.StatusOf(row) == TaskRow.Ready ? Recovery + (2 * Book.Conditions.Times.Visibility) : Recovery;

    public override void Tick()
    {
        // The message of several leads to one that is handed out alone by now only when it shows itself again.
        var messages = Book.Account.TaskQueues.SelectMany(queue => queue.Texts).SelectMany(TaskRow.KeysOf).ToHashSet();
        foreach (var row in Book.Tasks.Open.Where(row => !Book.Tasks.HasEnded(TaskRow.RunOf(row)) && !Book.IsRefused(TaskRow.RunOf(row))))
        {
            var key = TaskRow.KeyOf(row);
            if (IsReachable(row, key, messages))
            {
                _unreachable.Remove(key);
            }
            else
            {
                Check(row, key);
            }
        }
    }

    private void Check(Row row, string key)
    {
        var disturbed = Book.Adversary.QuietFrom;
        var now = $"{TaskRow.StatusOf(row)} {TaskRow.AttemptOf(row)} {TaskRow.NonceOf(row)}";
        if (!_unreachable.TryGetValue(key, out var known) || known.As != now)
        {
            _unreachable[key] = known = (Book.Scheduler.Now, now);
        }

        var since = known.Since;
        if (Book.Scheduler.Now - (disturbed > since ? disturbed : since) > LongestWait(row))
        {
            Break($"{key} is {TaskRow.StatusOf(row)} since {since.TotalSeconds:0.0} s and nothing will ever lead to it");
        }
    }

    private bool IsReachable(Row row, string key, HashSet<string> messages) => TaskRow.StatusOf(row) switch
    {
        TaskRow.Ready => messages.Contains(key) || IsBeforeCursor(row),
        TaskRow.Running => Book.Ledger.Find(key, TaskRow.AttemptOf(row), TaskRow.NonceOf(row)) is { EndedAt: null, Process.State: ProcessState.Running }
            || SharesExecution(row),
        _ => WaitsForOthers(row, messages),
    };

    /// <summary>A member of a gang that is over waits for those that are not.</summary>
    private bool WaitsForOthers(Row row, HashSet<string> messages) => TaskRow.MembersOf(row) > 1 && Book.Tasks.Open.Any(other =>
        TaskRow.PointOf(other) == TaskRow.PointOf(row)
        && TaskRow.StatusOf(other) is TaskRow.Ready or TaskRow.Running
        && IsReachable(other, TaskRow.KeyOf(other), messages));

    /// <summary>Its worker executes another one that it claimed together with it.</summary>
    private bool SharesExecution(Row row) => TaskRow.BundleOf(row) is { } bundle && Book.Ledger.Open.Any(execution =>
        execution.Process.State == ProcessState.Running
        && execution.Task.Split('/') is [var partition, var key] && partition == row.PartitionKey
        && Book.Account.Find(Storage.ControlNames.TasksTable, partition, key) is { } other
        && TaskRow.BundleOf(other) == bundle && TaskRow.OwnerOf(other) == TaskRow.OwnerOf(row));

    private bool IsBeforeCursor(Row row) =>
        Book.Tasks.Stage(TaskRow.RunOf(row), TaskRow.StageOf(row)) is not { } stage || stage.Integer("dispatched") <= TaskRow.NumberOf(row);
}
