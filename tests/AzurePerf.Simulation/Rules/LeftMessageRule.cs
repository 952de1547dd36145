using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// A worker that ended a task of a bag deletes its message, even where the answer to the end was lost: it looks whether the end is stored. Nobody else would before the message lapses.
/// </summary>
internal sealed class LeftMessageRule(RuleBook book) : Rule(book)
{
    private readonly Dictionary<string, (int Gets, SimulatedProcess By, string Id)> _got = [];
    private readonly Dictionary<string, (SimulatedProcess By, TimeSpan At)> _ended = [];
    private readonly Dictionary<string, TimeSpan> _over = [];
    private readonly HashSet<string> _hidden = [];

    /// <summary>Requests without an answer are repeated every two seconds.</summary>
    private TimeSpan Patience => TimeSpan.FromSeconds(6) + Book.Conditions.Times.Heartbeat;

    public override void MessageGot(SimulatedProcess by, ReceivedMessage message)
    {
        foreach (var task in TaskRow.KeysOf(message.Text))
        {
            _got[task] = (_got.GetValueOrDefault(task).Gets + 1, by, message.Id);
        }
    }

    public override void MessageHidden(SimulatedProcess by, string before, string now)
    {
        _hidden.UnionWith(TaskRow.KeysOf(now).Concat(TaskRow.KeysOf(before)));
    }

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.TasksTable, Before: { } before, After: { } row }
                && TaskRow.IsOfBag(row) && TaskRow.IsTerminal(row) && !TaskRow.IsTerminal(before))
            {
                _over[TaskRow.KeyOf(row)] = Book.Scheduler.Now;
                if (TaskRow.StatusOf(before) == TaskRow.Running && TaskRow.AttemptOf(row) == 1)
                {
                    _ended[TaskRow.KeyOf(row)] = (change.By, Book.Scheduler.Now);
                }
            }
        }
    }

    public override void Tick()
    {
        var calm = Book.Adversary.QuietFrom;
        foreach (var (task, end) in _ended.Where(entry => Book.Scheduler.Now - (entry.Value.At > calm ? entry.Value.At : calm) > Patience).ToArray())
        {
            _ended.Remove(task);
            if (WasGotOnce(task, end.By) && end.By.State == ProcessState.Running && end.By.PausedAt < end.At && IsThere(_got[task].Id, task, end.At))
            {
                Break($"{end.By} ended {task} at {end.At.TotalSeconds:0.0} s and has left its message");
            }
        }
    }

    /// <summary>By the one who ended it, and hidden by nobody since: its receipt is good.</summary>
    private bool WasGotOnce(string task, SimulatedProcess by) => _got.TryGetValue(task, out var got) && got.Gets == 1 && got.By == by && !_hidden.Contains(task);

    /// <summary>The message of several goes with the last of them, and not before its worker executes none of them any more. Where others ended the last one, it may stay.</summary>
    private bool IsThere(string id, string task, TimeSpan endedAt) => Book.Account.Stores.BagTasks.Current(id) is { } current
        && TaskRow.KeysOf(current.Text).ToArray() is var keys && keys.Contains(task)
        && (keys.Length == 1 || keys.All(key => _over.TryGetValue(key, out var at) && at <= endedAt && !Book.Ledger.Open.Any(open => open.Task == key)));
}
