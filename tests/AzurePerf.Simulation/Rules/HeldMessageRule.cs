using AzurePerf.Core.Messages;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Simulation.Rules;

/// <summary>The message of a task that a healthy worker executes does not become visible, however long that takes: it renews the message in time.</summary>
internal sealed class HeldMessageRule(RuleBook book) : Rule(book)
{
    private readonly Dictionary<(string Queue, string Id), (SimulatedProcess Holder, TimeSpan At)> _held = [];

    public override void MessageGot(SimulatedProcess by, ReceivedMessage message)
    {
        if (MessageText.ReadTask(message.Text) is not { } hint || TaskRow.Named(message.Text) is not { } key)
        {
            return;
        }

        var id = (key.Partition + "/" + key.Row, message.Id);
        if (_held.TryGetValue(id, out var held) && held.Holder != by && IsHealthy(held.Holder, held.At))
        {
            Check(by, id.Item1, hint.Attempt, held);
        }

        _held[id] = (by, Book.Scheduler.Now);
    }

    private void Check(SimulatedProcess by, string task, int attempt, (SimulatedProcess Holder, TimeSpan At) held)
    {
        // What shows itself early is the adversary's.
        if (Book.Scheduler.Now - held.At >= Book.Conditions.Times.Visibility
            && Book.Ledger.Open.Any(execution => execution.Process == held.Holder && execution.Task == task && execution.Attempt == attempt)
            && Book.Account.Find(Storage.ControlNames.TasksTable, task.Split('/')[0], task.Split('/')[1]) is { } row
            && TaskRow.StatusOf(row) == TaskRow.Running
            && TaskRow.AttemptOf(row) == attempt)
        {
            Break($"{by} got the message of {task}, which {held.Holder} executes since it got it at {held.At.TotalSeconds:0.0} s");
        }
    }

    /// <summary>Nothing was wrong with it, and nothing at all went wrong since it had to renew the message.</summary>
    private bool IsHealthy(SimulatedProcess holder, TimeSpan since)
    {
        var renewal = since + (Book.Conditions.Times.Visibility / 2);
        return holder.State == ProcessState.Running && holder.PausedAt < since && Book.Adversary.LastStrike < renewal && Book.Adversary.CalmFrom < renewal;
    }
}
