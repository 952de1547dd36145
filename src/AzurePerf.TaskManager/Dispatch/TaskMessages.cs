using System.Globalization;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Puts the messages that tell workers of Ready tasks.</summary>
internal sealed class TaskMessages(ControlPlane controlPlane, TimeProvider time)
{
    /// <summary>The queue hides a message for 7 days at most.</summary>
    private static readonly TimeSpan LongestDelay = TimeSpan.FromDays(7);

    /// <summary>Puts the message of a Ready task, to become visible when the task is due.</summary>
    public async Task PutAsync(BenchmarkTask task, RunMemory memory, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var delay = task.NotBefore is { } notBefore && notBefore > now ? notBefore - now : TimeSpan.Zero;
        delay = delay < LongestDelay ? delay : LongestDelay;
        await controlPlane.MeasureTasks.PutAsync(MessageText.Write(MessageOf(task)), delay, cancellationToken);
        memory.MessagePut = (task.Key, task.Attempt, time.GetTimestamp(), delay);
    }

    /// <summary>True when messages are there, hidden ones included.</summary>
    public async Task<bool> AnyAsync(CancellationToken cancellationToken) => await controlPlane.MeasureTasks.CountAsync(cancellationToken) > 0;

    private static TaskMessage MessageOf(BenchmarkTask task) => new(
        TaskMessage.CurrentVersion,
        task.Key.RunId,
        (int)task.Key.Stage,
        task.Key.Shard.ToString("D2", CultureInfo.InvariantCulture),
        task.Key.Number,
        task.Attempt,
        task.ETag);
}
