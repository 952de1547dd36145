using System.Globalization;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Tracing;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Puts the messages that tell workers of Ready tasks.</summary>
internal sealed class TaskMessages(ControlPlane controlPlane, TimeProvider time)
{
    /// <summary>The queue of the pool that executes a task.</summary>
    public IMessageQueue QueueOf(BenchmarkTask task) => controlPlane.TasksOf(WorkerPool.Of(task));

    /// <summary>The queue of the tasks of bags.</summary>
    public IMessageQueue BagQueue => controlPlane.BagTasks;

    /// <summary>Puts the message of a Ready task, to become visible when the task is due; for how long it stays hidden.</summary>
    /// <param name="task">As stored: the message carries its ETag.</param>
    /// <param name="avoid">The worker that shall leave it to others; null for none.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public async Task<TimeSpan> PutAsync(BenchmarkTask task, string? avoid, CancellationToken cancellationToken)
    {
        var delay = DelayOf(task);
        await QueueOf(task).PutAsync(TextOf(task, avoid), delay, cancellationToken);
        return delay;
    }

    /// <summary>Puts the message of Ready tasks that are handed out together for the first time.</summary>
    /// <param name="tasks">As stored, of one partition, in the order of their numbers.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public Task PutAsync(IReadOnlyList<BenchmarkTask> tasks, CancellationToken cancellationToken) => tasks is [var alone]
        ? PutAsync(alone, null, cancellationToken)
        : QueueOf(tasks[0]).PutAsync(TextOf(tasks[0], null, tasks), TimeSpan.Zero, cancellationToken);

    /// <summary>
    /// Gives the message of a task that was taken from its worker to others: the same one, if the worker's last receipt still opens it,
    /// else a new one.
    /// </summary>
    public async Task StealAsync(BenchmarkTask task, ReceivedMessage? message, string? avoid, CancellationToken cancellationToken)
    {
        if (message is null
            || await QueueOf(task).TryHideAsync(message with { Text = TextOf(task, avoid) }, DelayOf(task), cancellationToken) is null)
        {
            await PutAsync(task, avoid, cancellationToken);
        }
    }

    /// <summary>How long a task is still put off, at most as long as its failure asks for; zero where it is due.</summary>
    public TimeSpan DelayOf(BenchmarkTask task)
    {
        var now = time.GetUtcNow();
        var delay = task.NotBefore is { } notBefore && notBefore > now ? notBefore - now : TimeSpan.Zero;
        var longest = RetryPolicy.LongestWaitOf(task);
        return delay < longest ? delay : longest;
    }

    private static string TextOf(
        BenchmarkTask task, string? avoid, IReadOnlyList<BenchmarkTask>? all = null) => MessageText.Write(new TaskMessage(
        TaskMessage.CurrentVersion,
        task.Key.RunId,
        task.Key.Stage.Number,
        task.Key.Shard.ToString("D2", CultureInfo.InvariantCulture),
        task.Key.Number,
        task.Attempt,
        task.ETag,
        avoid,
        EngineTrace.Current,
        all is null ? null : [.. all.Skip(1).Select(other => new BundledTask(other.Key.Number, other.ETag))],
        TimedOut: TaskMessage.TimedOutOf(task)));
}
