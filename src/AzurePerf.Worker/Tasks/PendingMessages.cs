using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.Worker.Tasks;

/// <summary>Messages of executions that have ended but whose rows the TaskManager has not made terminal yet. They stay until it
/// has.</summary>
internal sealed class PendingMessages(TaskQueue queue, TaskMessageReader reading, TaskStore tasks)
{
    private readonly List<(TaskKey Key, int Attempt, ReceivedMessage Message)> _pending = [];

    /// <summary>Those whose tasks are not decided about yet.</summary>
    public IEnumerable<ReceivedMessage> Messages => _pending.Select(entry => entry.Message);

    public void Add(BenchmarkTask task, ReceivedMessage message) => _pending.Add((task.Key, task.Attempt, message));

    /// <summary>Deletes the messages whose rows are terminal now. Tasks that run again have a new message: this one shows itself soon, and
    /// as often as it must until its row is terminal, so that it does not count for minutes after that.</summary>
    public async Task SettleAsync(CancellationToken cancellationToken)
    {
        foreach (var entry in _pending.ToArray())
        {
            if (await IsSettledAsync(entry.Key, entry.Attempt, entry.Message, cancellationToken))
            {
                _pending.Remove(entry);
            }
        }
    }

    private async Task<bool> IsSettledAsync(TaskKey key, int attempt, ReceivedMessage message, CancellationToken cancellationToken)
    {
        try
        {
            var task = await tasks.FindAsync(key, cancellationToken);
            var step = MessageDecisions.AfterDecision(task, attempt);
            if (step == MessageStep.Delete)
            {
                await queue.Tasks.TryDeleteAsync(message, cancellationToken);
            }
            else if (step == MessageStep.PassOn)
            {
                await reading.PassOnAsync(message, cancellationToken);
            }

            return step != MessageStep.Leave;
        }
        catch (CorruptRowException)
        {
            // The TaskManager ends that run; whoever gets the message afterwards deletes it.
            return true;
        }
    }
}
