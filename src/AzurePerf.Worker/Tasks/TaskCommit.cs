using AzurePerf.Core.Measurements;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Tasks;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Tasks;

/// <summary>Stores how an execution ended in the task's row, in the chain of ETags that the claim began.</summary>
internal sealed partial class TaskCommit(
    TaskStore tasks, AttemptStore attempts, ControlPlaneRetry requests, TimeProvider time, ILogger<TaskCommit> logger)
{
    /// <summary>The task as stored, or null when this execution no longer owned it: then nothing of it counts.</summary>
    /// <remarks>
    /// Waits for an account that does not answer: a result is not given up while its process lives. One that the account will never take
    /// fails the task: else its row would be Running for ever, for a worker that lives and does not execute it.
    /// </remarks>
    public async Task<BenchmarkTask?> TryStoreAsync(BenchmarkTask claimed, ExecutionEnd end, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        BenchmarkTask? stored;
        try
        {
            stored = await StoreAsync(claimed, end, now, cancellationToken);
        }
        catch (Exception exception) when (exception is not (OutOfMemoryException or OperationCanceledException))
        {
            LogRefused(claimed.Key, claimed.Attempt, exception);
            var failure = new ExecutionFailure(
                StorageCauses.Of(exception), $"its end could not be stored: {FailureText.Of(exception)}", "");
            stored = await StoreAsync(claimed, new(null, failure), now, cancellationToken);
        }

        if (stored is null)
        {
            LogLost(claimed.Key, claimed.Attempt);
        }

        return stored;
    }

    private Task<BenchmarkTask?> StoreAsync(
        BenchmarkTask claimed, ExecutionEnd end, DateTimeOffset now, CancellationToken cancellationToken) => end.Failure is { } failure
        ? GiveUpAsync(claimed, failure, now, cancellationToken)
        : CompleteAsync(claimed, end.Result!, now, cancellationToken);

    /// <summary>A result that no row has room for would be refused each time, whoever executes the task: it fails the task. A part that is
    /// too long is left out.</summary>
    public static ExecutionEnd Fitting(BenchmarkTask claimed, ExecutionEnd end)
    {
        var characters = (end.Result ?? end.Failure!.Partial).Length;
        return characters <= TaskResult.MostCharacters(claimed.Order.Members) ? end
            : end.Failure is { } failure && !FailureTaxonomy.IsReuse(failure.Cause) ? end with { Failure = failure with { Partial = "" } }
            : new(null, new(FailureCause.BadInput, TaskResult.Complaint(characters, claimed.Order.Members), ""));
    }

    private Task<BenchmarkTask?> CompleteAsync(
        BenchmarkTask claimed, string result, DateTimeOffset now, CancellationToken cancellationToken)
    {
        var completed = TaskTransitions.Complete(claimed, claimed.Nonce, result, now) ?? throw NotClaimed(claimed);
        return requests.RepeatAsync(
            async () => await tasks.TryCompleteAsync(completed, cancellationToken) ?? await FindStoredAsync(completed, cancellationToken),
            cancellationToken);
    }

    /// <summary>A bag's claim does not read the row, and how often the task failed before decides what becomes of it: so it is read
    /// now.</summary>
    private async Task<BenchmarkTask?> GiveUpAsync(
        BenchmarkTask claimed, ExecutionFailure failure, DateTimeOffset now, CancellationToken cancellationToken)
    {
        var found = await requests.RepeatAsync(() => tasks.FindAsync(claimed.Key, cancellationToken), cancellationToken);

        // It may have begun after the claim, when its turn came.
        var row = found is null ? null : found with { ClaimedAt = claimed.ClaimedAt };
        if (row is null
            || TaskTransitions.GiveUp(row, claimed.Nonce, failure.Cause, failure.Error, failure.Partial, now) is not { } ended)
        {
            return null;
        }

        var stored = await requests.RepeatAsync(
            async () => await tasks.TryReplaceAsync(ended, cancellationToken) ?? await FindStoredAsync(ended, cancellationToken),
            cancellationToken);
        if (stored is not null && stored.Status != BenchmarkTaskStatus.Censored && !stored.IsReused)
        {
            // Of a point the TaskManager keeps the record when it has decided, and a product that was there already is on record in the row
            // itself.
            await requests.RepeatAsync(() => KeepAsync(row with { EndedAt = now }, failure, cancellationToken), cancellationToken);
        }

        return stored;
    }

    private async Task<bool> KeepAsync(BenchmarkTask task, ExecutionFailure failure, CancellationToken cancellationToken)
    {
        await attempts.AddAsync(task, failure.Cause, failure.Error, cancellationToken);
        return true;
    }

    /// <summary>The stored row, when an earlier try stored it and the answer was lost; the TaskManager may have gone on from it
    /// since.</summary>
    private async Task<BenchmarkTask?> FindStoredAsync(BenchmarkTask ended, CancellationToken cancellationToken) =>
        await tasks.FindAsync(ended.Key, cancellationToken) is { } found && TaskTransitions.IsStored(ended, found) ? found : null;

    internal static InvalidOperationException NotClaimed(BenchmarkTask task) =>
        new($"task {task.Key} in state {task.Status} was executed without a claim");

    [LoggerMessage(Level = LogLevel.Error, Message = "The end of attempt {Attempt} of task {Task} is refused; it is stored as failed")]
    private partial void LogRefused(TaskKey task, int attempt, Exception exception);

    [LoggerMessage(
        Level = LogLevel.Warning, Message = "Attempt {Attempt} of task {Task} was taken from this worker; its result does not count")]
    private partial void LogLost(TaskKey task, int attempt);
}

/// <summary>How an execution ended: exactly one of the two is set.</summary>
/// <param name="Result">The whole result as JSON.</param>
/// <param name="Failure">Why there is none.</param>
internal sealed record ExecutionEnd(string? Result, ExecutionFailure? Failure);

/// <summary>An execution that ended without a whole result.</summary>
/// <param name="Cause">Decides what happens next.</param>
/// <param name="Error">One sentence for people.</param>
/// <param name="Partial">What was measured until then, as JSON; empty when there is nothing.</param>
internal sealed record ExecutionFailure(FailureCause Cause, string Error, string Partial);
