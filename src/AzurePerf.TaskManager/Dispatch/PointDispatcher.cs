using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Executions;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Carries out what is decided for the points of a run, one at a time, and for the one task of a prepare or clean stage.</summary>
internal sealed class PointDispatcher(
    RunStore runs,
    TaskStore tasks,
    RunStages plans,
    AbnormalEnds ends,
    EventStore events,
    WorkerCommandWriter commands,
    TaskMessages messages,
    OutstandingTasks outstanding,
    PointPublication publication,
    GangRecords gangs,
    FinishedTasks kinds,
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
        if (PointTransitions.Miss(next, time.GetUtcNow()) is not { } missed || await tasks.TryReplaceAllAsync(missed, cancellationToken) is not null)
        {
            await runs.TryReplaceStageAsync(stage with { Dispatched = stage.Dispatched + next.Count }, cancellationToken);
        }
    }

    public async Task RemindAsync(BenchmarkTask task, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var dispatched = runtime.DispatchedAttemptOf(task);
        if (dispatched.Message is not null && await messages.QueueOf(task).CountAsync(cancellationToken) >= outstanding.TotalOf(WorkerPool.Of(task)))
        {
            // None is lost, it only waits for a worker: a night without workers, or a gang that is not complete, must not fill the queue. Its age starts again.
            dispatched.Message = (time.GetTimestamp(), TimeSpan.Zero);
            return;
        }

        if (TaskTransitions.Remind(task, time.GetUtcNow()) is { } reminded && await tasks.TryReplaceAsync(reminded, cancellationToken) is { } stored)
        {
            await PutAsync(stored, runtime, cancellationToken);
        }
    }

    public async Task StoreAsync(
        RunState run, IReadOnlyList<BenchmarkTask> before, IReadOnlyList<BenchmarkTask> after, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (await tasks.TryReplaceAllAsync(after, cancellationToken) is not { } stored)
        {
            return;
        }

        foreach (var (was, now) in before.Zip(stored))
        {
            await ends.KeepAsync(was, now, cancellationToken);
        }

        foreach (var (was, now) in before.Zip(stored).Where(pair => pair.Second.Status == BenchmarkTaskStatus.Ready))
        {
            await PutAsync(now, runtime, cancellationToken, avoid: now.Failures.CountOf(FailureClass.TimedOut) > was.Failures.CountOf(FailureClass.TimedOut) ? was.Owner : null);
        }
    }

    /// <summary>Writes that a point will be repeated or given up; whoever still measures it is stopped by the steps after this.</summary>
    public Task RaiseGangAsync(RunState run, RunAction.RaiseGang raise, CancellationToken cancellationToken) =>
        gangs.RaiseAsync(run, raise.Tasks, raise.Gang, cancellationToken);

    public async Task OrderStopAsync(RunAction.OrderStop stop, CancellationToken cancellationToken)
    {
        var (task, cause, reason) = stop;
        if (await commands.StopAsync(task.Owner, StopCommand.Of(task, cause, reason), cancellationToken))
        {
            await events.AppendAsync(task.Key.RunId, $"{AbnormalEnds.Subject(task)} is stopped: {reason}", cancellationToken);
        }
    }

    public async Task AdvanceAsync(RunSnapshot snapshot, RunAction.Advance advance, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var (stage, finished) = advance;
        var run = snapshot.Run;
        if (stage.Kind == StageKind.Measure
            && finished[0].Status != BenchmarkTaskStatus.Cancelled
            && !await publication.TryPublishAsync(run, stage, finished, cancellationToken))
        {
            return;
        }

        var next = stage with
        {
            Finished = stage.Finished + finished.Count,
            Failed = stage.Failed + finished.Count(task => task.Status is BenchmarkTaskStatus.Failed or BenchmarkTaskStatus.Dead),
            Missed = stage.Missed + finished.Count(task => task.Status == BenchmarkTaskStatus.Missed),
            Cancelled = stage.Cancelled + finished.Count(task => task.Status == BenchmarkTaskStatus.Cancelled),
            AcceptedAttempt = finished[0].Status == BenchmarkTaskStatus.Done ? finished[0].Attempt : stage.AcceptedAttempt,
        };
        runtime.ForgetDispatched();
        var stages = snapshot.Stages.Select(other => other.Id == stage.Id ? next : other).ToArray();
        if (next.Dispatched < next.Created && run.Spec.RepeatEverySeconds == 0 && snapshot.HostsAreFree && !RunDecisions.IsAbandoned(run, stages, stage.Kind))
        {
            // In the same step, so that the pause between two points is as short as possible.
            next = next with { Dispatched = next.Dispatched + await PutNextAsync(run, next, runtime, cancellationToken) };
        }

        // Before the cursor: whoever goes on from here does not look at these tasks again.
        await kinds.StoreAsync(run, finished, cancellationToken);
        await runs.TryReplaceStageAsync(next, cancellationToken);
    }

    /// <summary>
    /// Gives up the next points that were never handed out: whole ones, as many as one transaction takes, and then the cursors go past them. Whoever ends in between leaves points
    /// that are cancelled and not counted yet.
    /// </summary>
    public async Task CancelRestAsync(StageState stage, RunState run, CancellationToken cancellationToken)
    {
        var perPoint = RunStages.TasksPerPoint(run, stage);
        var most = Math.Min(Math.Max(perPoint, TaskSharding.BlockTasks - (TaskSharding.BlockTasks % perPoint)), stage.Created - stage.Finished);
        var next = await tasks.ListAsync(stage.RunId, stage.Id, stage.Finished, cancellationToken, beforeNumber: stage.Finished + most).ToArrayAsync(cancellationToken);
        var untaken = next.TakeWhile(task => task.Status is BenchmarkTaskStatus.Ready or BenchmarkTaskStatus.Cancelled).Count();
        var count = untaken == next.Length ? most : untaken - (untaken % perPoint);
        if (count == 0)
        {
            // Its message was put by a process that died before it moved the cursor, and a worker took it: it is the current point, not one of the rest.
            await runs.TryReplaceStageAsync(stage with { Dispatched = Math.Min(stage.Dispatched + perPoint, stage.Created) }, cancellationToken);
            return;
        }

        BenchmarkTask[] ready = [.. next.Take(count).Where(task => task.Status == BenchmarkTaskStatus.Ready)];
        if (ready.Length == 0 || await tasks.TryReplaceAllAsync([.. ready.Select(task => task with { Status = BenchmarkTaskStatus.Cancelled })], cancellationToken) is not null)
        {
            var finished = stage.Finished + count;
            await runs.TryReplaceStageAsync(stage with { Dispatched = finished, Finished = finished, Cancelled = stage.Cancelled + count }, cancellationToken);
        }
    }

    private async Task<int> PutNextAsync(RunState run, StageState stage, RunRuntimeState runtime, CancellationToken cancellationToken)
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
            : throw new InvalidDataException($"{count} tasks from {stage.RunId}/{stage.Id}/{stage.Dispatched} on should be handed out, but {next.Length} have a row");
    }

    private async Task PutAsync(BenchmarkTask task, RunRuntimeState runtime, CancellationToken cancellationToken, string? avoid = null)
    {
        var delay = await messages.PutAsync(task, avoid, cancellationToken);
        runtime.DispatchedAttemptOf(task).Message = (time.GetTimestamp(), delay);
    }
}
