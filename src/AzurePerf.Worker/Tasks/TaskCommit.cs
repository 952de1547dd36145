using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.Worker.Tasks;

/// <summary>Stores how an execution ended in the task's row, in the chain of ETags that the claim began.</summary>
internal sealed partial class TaskCommit(TaskStore tasks, AttemptStore attempts, PatientRequests requests, TimeProvider time, ILogger<TaskCommit> logger)
{
    /// <summary>The task as stored, or null when this execution no longer owned it: then nothing of it counts.</summary>
    /// <remarks>Waits for an account that does not answer: a result is not given up while its process lives.</remarks>
    public async Task<BenchmarkTask?> TryStoreAsync(BenchmarkTask claimed, ExecutionEnd end, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var stored = end.Failure is { } failure
            ? await GiveUpAsync(claimed, failure, now, cancellationToken)
            : await CompleteAsync(claimed, end.Result!, now, cancellationToken);
        if (stored is null)
        {
            LogLost(claimed.Key, claimed.Attempt);
        }

        return stored;
    }

    private Task<BenchmarkTask?> CompleteAsync(BenchmarkTask claimed, string result, DateTimeOffset now, CancellationToken cancellationToken)
    {
        var completed = TaskTransitions.Complete(claimed, claimed.Nonce, result, now) ?? throw NotClaimed(claimed);
        return requests.RepeatAsync(
            async () => await tasks.TryCompleteAsync(completed, cancellationToken) ?? await FindStoredAsync(completed, cancellationToken), cancellationToken);
    }

    /// <summary>A bag's claim does not read the row, and how often the task failed before decides what becomes of it: so it is read now.</summary>
    private async Task<BenchmarkTask?> GiveUpAsync(BenchmarkTask claimed, ExecutionFailure failure, DateTimeOffset now, CancellationToken cancellationToken)
    {
        if (await requests.RepeatAsync(() => tasks.FindAsync(claimed.Key, cancellationToken), cancellationToken) is not { } row
            || TaskTransitions.GiveUp(row, claimed.Nonce, failure.Cause, failure.Error, failure.Partial, now) is not { } ended)
        {
            return null;
        }

        var stored = await requests.RepeatAsync(
            async () => await tasks.TryReplaceAsync(ended, cancellationToken) ?? await FindStoredAsync(ended, cancellationToken), cancellationToken);
        if (stored is not null && stored.Status != BenchmarkTaskStatus.Censored && !stored.IsReused)
        {
            // Of a point the TaskManager keeps the record when it has decided, and a product that was there already is on record in the row itself.
            await requests.RepeatAsync(() => KeepAsync(row with { EndedAt = now }, failure, cancellationToken), cancellationToken);
        }

        return stored;
    }

    private async Task<bool> KeepAsync(BenchmarkTask task, ExecutionFailure failure, CancellationToken cancellationToken)
    {
        await attempts.AddAsync(task, failure.Cause, failure.Error, cancellationToken);
        return true;
    }

    /// <summary>The stored row, when an earlier try stored it and the answer was lost; the TaskManager may have gone on from it since.</summary>
    private async Task<BenchmarkTask?> FindStoredAsync(BenchmarkTask ended, CancellationToken cancellationToken) =>
        await tasks.FindAsync(ended.Key, cancellationToken) is { } found && TaskTransitions.IsStored(ended, found) ? found : null;

    private static InvalidOperationException NotClaimed(BenchmarkTask task) => new($"task {task.Key} in status {task.Status} was executed without a claim");

    [LoggerMessage(Level = LogLevel.Warning, Message = "Attempt {Attempt} of task {Task} was taken from this worker; its result does not count")]
    private partial void LogLost(TaskKey task, int attempt);
}
