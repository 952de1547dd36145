using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.Worker.Tasks;

/// <summary>Stores how an execution ended in the task's row, in the chain of ETags that the claim began.</summary>
internal sealed partial class TaskCommit(TaskStore tasks, TimeProvider time, ILogger<TaskCommit> logger)
{
    /// <summary>The task as stored, or null when this execution no longer owned it: then nothing of it counts.</summary>
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

        if (await tasks.TryReplaceAsync(ended, cancellationToken) is { } stored)
        {
            return stored;
        }

        if (await tasks.FindAsync(claimed.Key, cancellationToken) is { } found && found.Nonce == claimed.Nonce && found.Status == ended.Status)
        {
            return found;
        }

        LogLost(claimed.Key, claimed.Attempt);
        return null;
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Attempt {Attempt} of task {Task} was taken from this worker; its result does not count")]
    private partial void LogLost(TaskKey task, int attempt);
}
