using AzurePerf.Simulation.Executions;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// The message of a task that a healthy worker executes does not become visible, however long that takes: it renews the message in time. Only of the message that the execution came by:
/// a doubled one, and one that showed itself early to the same worker, are left alone and lapse.
/// </summary>
internal sealed class HeldMessageRule(RuleBook book) : Rule(book)
{
    /// <summary>Ids count per queue, so the task belongs to the key.</summary>
    private readonly Dictionary<(string Task, string Id), (SimulatedProcess Holder, TimeSpan At)> _held = [];

    public override void MessageGot(SimulatedProcess by, ReceivedMessage message)
    {
        if (TaskRow.Named(message.Text) is not { } key)
        {
            return;
        }

        var id = ($"{key.Partition}/{key.Row}", message.Id);
        if (_held.TryGetValue(id, out var held) && held.Holder != by && IsHealthy(held.Holder, held.At) && ExecutionOf(id, held) is { } execution)
        {
            Break($"{by} got the message of {execution}, who got it at {held.At.TotalSeconds:0.0} s and executes since {execution.BeganAt.TotalSeconds:0.0} s");
        }

        _held[id] = (by, Book.Scheduler.Now);
    }

    /// <summary>What the holder executes since it got the message, and had the time to renew it for.</summary>
    private Execution? ExecutionOf((string Task, string Id) message, (SimulatedProcess Holder, TimeSpan At) held)
    {
        var visibility = Book.Conditions.Times.Visibility;

        // What shows itself early is the adversary's.
        return Book.Scheduler.Now - held.At < visibility ? null : Book.Ledger.Open.FirstOrDefault(execution => execution.Process == held.Holder
            && execution.Task == message.Task
            && execution.MessageId == message.Id
            && execution.BeganAt >= held.At
            && execution.BeganAt < held.At + (visibility / 4)
            && Book.Account.Find(Storage.ControlNames.TasksTable, message.Task.Split('/')[0], message.Task.Split('/')[1]) is { } row
            && TaskRow.StatusOf(row) == TaskRow.Running
            && TaskRow.AttemptOf(row) == execution.Attempt);
    }

    /// <summary>Nothing was wrong with it, and nothing at all went wrong since it had to renew the message.</summary>
    private bool IsHealthy(SimulatedProcess holder, TimeSpan since)
    {
        var renewal = since + (Book.Conditions.Times.Visibility / 2);
        return holder.State == ProcessState.Running && holder.PausedAt <= since && Book.Adversary.QuietFrom < renewal;
    }
}
