using AzurePerf.Core.Ids;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Tasks;

/// <summary>Turns a message into a claimed task, or into nothing. A message is deleted only if its row is terminal or missing, or its run has ended.</summary>
internal sealed partial class TaskClaim(
    ControlPlane controlPlane,
    RunStore runs,
    TaskStore tasks,
    PatientRequests requests,
    WorkerPresence presence,
    IIdSource ids,
    TimeProvider time,
    ILogger<TaskClaim> logger)
{
    /// <summary>The task that this worker now executes, or null when the message led to none.</summary>
    public async Task<BenchmarkTask?> TryClaimAsync(ReceivedMessage message, CancellationToken cancellationToken)
    {
        if (KeyOf(message) is not { } key)
        {
            LogUnreadable(message.Id);
            await controlPlane.MeasurePoison.PutAsync(message.Text, TimeSpan.Zero, cancellationToken);
            await controlPlane.MeasureTasks.TryDeleteAsync(message, cancellationToken);
            return null;
        }

        // The run first: one that ended because its task rows make no sense leaves messages that must be deleted without reading those.
        var task = await runs.HasEndedAsync(key.RunId, cancellationToken) ? null : await tasks.FindAsync(key, cancellationToken);
        if (task is null || task.Status.IsTerminal())
        {
            await controlPlane.MeasureTasks.TryDeleteAsync(message, cancellationToken);
            return null;
        }

        return await TryClaimAsync(task, cancellationToken);
    }

    private static TaskKey? KeyOf(ReceivedMessage message) =>
        MessageText.ReadTask(message.Text) is { } hint
        && IdText.IsValid(hint.RunId)
        && Enum.IsDefined((StageKind)hint.Stage)
        && int.TryParse(hint.Shard, out var shard)
            ? new(hint.RunId, (StageKind)hint.Stage, hint.Task, shard)
            : null;

    private async Task<BenchmarkTask?> TryClaimAsync(BenchmarkTask task, CancellationToken cancellationToken)
    {
        var nonce = ids.NewId();
        if (TaskTransitions.Claim(task, presence.WorkerId, nonce, time.GetUtcNow()) is not { } claimed)
        {
            // Somebody executes it or it waits for the TaskManager: the message stays hidden and is looked at again later.
            return null;
        }

        return await requests.RepeatAsync(() => TryReplaceAsync(claimed, cancellationToken), cancellationToken);
    }

    /// <summary>The claimed row; where the write was refused it was lost to another worker, or won with the answer lost: the nonce of this very claim tells.</summary>
    private async Task<BenchmarkTask?> TryReplaceAsync(BenchmarkTask claimed, CancellationToken cancellationToken) =>
        await tasks.TryReplaceAsync(claimed, cancellationToken)
        ?? (await tasks.FindAsync(claimed.Key, cancellationToken) is { Status: BenchmarkTaskStatus.Running } now && now.Nonce == claimed.Nonce ? now : null);

    [LoggerMessage(Level = LogLevel.Error, Message = "Message {MessageId} on tasks-measure is not a task message of this build; moved to tasks-measure-poison")]
    private partial void LogUnreadable(string messageId);
}
