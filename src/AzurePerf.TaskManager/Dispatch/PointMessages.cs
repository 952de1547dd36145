using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Planning;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Makes the rows of points, and of the one task of other stages, and puts their messages when it is their turn.</summary>
internal sealed class PointMessages(
    RunStore runs,
    TaskStore tasks,
    RunStages plans,
    TaskMessages messages,
    LostPointMessages lost,
    GangRecords gangs,
    RunAllowance allowance,
    TaskManagerOptions options,
    TimeProvider time)
{
    public async Task CreateTasksAsync(RunSnapshot snapshot, StageState stage, CancellationToken cancellationToken)
    {
        var left = await allowance.LeftAsync(snapshot.Run, cancellationToken);
        var block = plans.NextBlock(snapshot.Run, snapshot.Stages, stage, left, time.GetUtcNow(), options.PeerPool);

        // Null means that an earlier try wrote the block and died before the cursor: then only the cursor is missing.
        await tasks.TryAddAsync(block, cancellationToken);
        await runs.TryReplaceStageAsync(stage with { Created = stage.Created + block.Count }, cancellationToken);
    }

    public async Task DispatchAsync(RunState run, StageState stage, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var count = await PutNextAsync(run, stage, runtime, cancellationToken);
        await runs.TryReplaceStageAsync(stage with { Dispatched = stage.Dispatched + count }, cancellationToken);
    }

    /// <summary>Stores the next point of a series as a gap; the step after this publishes it.</summary>
    public async Task MissNextAsync(RunState run, StageState stage, CancellationToken cancellationToken)
    {
        var next = await NextAsync(run, stage, cancellationToken);
        if (PointTransitions.Miss(next, time.GetUtcNow()) is not { } missed
            || await tasks.TryReplaceAllAsync(missed, cancellationToken) is not null)
        {
            await runs.TryReplaceStageAsync(stage with { Dispatched = stage.Dispatched + next.Count }, cancellationToken);
        }
    }

    /// <summary>Puts another message of a task whose message is not known, or lost.</summary>
    public async Task RemindAsync(RunState run, BenchmarkTask task, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var dispatched = runtime.DispatchedAttemptOf(task);
        var known = dispatched.Message is not null;
        if (await lost.IsLostAsync(run, task, dispatched, cancellationToken)
            && TaskTransitions.Remind(task, time.GetUtcNow()) is { } reminded
            && await tasks.TryReplaceAsync(reminded, cancellationToken) is { } stored)
        {
            await PutAsync(stored, runtime, cancellationToken);
            dispatched.Reminders += known ? 1 : 0;
        }
    }

    /// <summary>Puts the messages of the next point, or of the one task; how many tasks that were.</summary>
    public async Task<int> PutNextAsync(RunState run, StageState stage, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var next = await NextAsync(run, stage, cancellationToken);
        await gangs.EnsureAsync(run, next, cancellationToken);
        foreach (var task in next.Where(task => task.Status == BenchmarkTaskStatus.Ready))
        {
            await PutAsync(task, runtime, cancellationToken);
        }

        return next.Count;
    }

    private async Task<IReadOnlyList<BenchmarkTask>> NextAsync(RunState run, StageState stage, CancellationToken cancellationToken)
    {
        var count = RunStages.TasksPerPoint(run, stage);
        var next = await tasks.ListAsync(stage.RunId, stage.Id, stage.Dispatched, cancellationToken, beforeNumber: stage.Dispatched + count)
            .ToArrayAsync(cancellationToken);
        return next.Length == count
            ? next
            : throw new InvalidDataException(
                $"{count} tasks from {stage.RunId}/{stage.Id}/{stage.Dispatched} on should be dispatched, but {next.Length} have a row");
    }

    /// <summary>Puts the message of a task that is Ready, and remembers when.</summary>
    public async Task PutAsync(BenchmarkTask task, RunRuntimeState runtime, CancellationToken cancellationToken, string? avoid = null)
    {
        var delay = await messages.PutAsync(task, avoid, cancellationToken);
        var dispatched = runtime.DispatchedAttemptOf(task);
        (dispatched.Message, dispatched.CountedAt) = ((time.GetTimestamp(), delay), null);
    }
}
