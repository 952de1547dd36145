using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.Worker.Tasks;

/// <summary>Stores how an execution ended in the task's row, in the chain of ETags that the claim began.</summary>
internal sealed partial class TaskCommit(TaskStore tasks, PatientRequests requests, TimeProvider time, ILogger<TaskCommit> logger)
{
    /// <summary>The task as stored, or null when this execution no longer owned it: then nothing of it counts.</summary>
    /// <remarks>Waits for an account that does not answer: a result is not given up while its process lives.</remarks>
    public async Task<BenchmarkTask?> TryStoreAsync(BenchmarkTask claimed, ExecutionEnd end, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var ended = end.Failure is { } failure
            ? TaskTransitions.GiveUp(claimed, claimed.Nonce, failure.Kind, failure.Error, failure.Partial, now)
            : TaskTransitions.Complete(claimed, claimed.Nonce, end.Result!, now);
        if (ended is null)
        {
            throw new InvalidOperationException($"task {claimed.Key} in status {claimed.Status} was executed without a claim");
        }

        var stored = await requests.RepeatAsync(() => TryReplaceAsync(ended, cancellationToken), cancellationToken);
        if (stored is null)
        {
            LogLost(claimed.Key, claimed.Attempt);
        }

        return stored;
    }

    /// <summary>The stored row, also when an earlier try stored it and the answer was lost; the TaskManager may have gone on from it since.</summary>
    private async Task<BenchmarkTask?> TryReplaceAsync(BenchmarkTask ended, CancellationToken cancellationToken) =>
        await tasks.TryReplaceAsync(ended, cancellationToken)
        ?? (await tasks.FindAsync(ended.Key, cancellationToken) is { } found && found.Nonce == ended.Nonce && found.EndedAt == ended.EndedAt ? found : null);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Attempt {Attempt} of task {Task} was taken from this worker; its result does not count")]
    private partial void LogLost(TaskKey task, int attempt);
}
