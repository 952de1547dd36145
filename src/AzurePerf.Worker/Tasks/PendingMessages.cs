using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.Worker.Tasks;

/// <summary>Messages of executions that have ended but whose rows the TaskManager has not made terminal yet. They stay until it has.</summary>
internal sealed class PendingMessages(ControlPlane controlPlane, TaskStore tasks)
{
    private readonly List<(TaskKey Key, int Attempt, ReceivedMessage Message)> _pending = [];

    public void Add(BenchmarkTask task, ReceivedMessage message) => _pending.Add((task.Key, task.Attempt, message));

    /// <summary>Deletes the messages whose rows are terminal now, and forgets those of tasks that run again: they have a new message, this one lapses.</summary>
    public async Task SettleAsync(CancellationToken cancellationToken)
    {
        foreach (var entry in _pending.ToArray())
        {
            var task = await tasks.FindAsync(entry.Key, cancellationToken);
            if (task is null || task.Status.IsTerminal())
            {
                await controlPlane.MeasureTasks.TryDeleteAsync(entry.Message, cancellationToken);
                _pending.Remove(entry);
            }
            else if (task.Attempt != entry.Attempt)
            {
                _pending.Remove(entry);
            }
        }
    }
}
