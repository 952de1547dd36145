using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Workers;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Recovery;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>
/// Carries one run forward: reads what is stored, asks <see cref="RunDecisions"/>, writes what it says, until there is nothing to do. A write that finds
/// its row changed is no error: the next look decides anew.
/// </summary>
internal sealed partial class RunConductor(
    RunDecisions decisions,
    RunStore runs,
    TaskStore tasks,
    AttemptStore attempts,
    ResourceStore resources,
    EventStore events,
    WorkerStore workers,
    WorkerWatch watch,
    ExclusivityKeys keys,
    TaskMessages messages,
    PointStore points,
    TimeProvider time,
    ILogger<RunConductor> logger)
{
    /// <summary>Does all there is to do for a run now.</summary>
    /// <returns>False when the run has ended and may be forgotten.</returns>
    public async Task<bool> AdvanceAsync(RunMemory memory, CancellationToken cancellationToken)
    {
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (await runs.FindWithStagesAsync(memory.RunId, cancellationToken) is not { } found)
            {
                LogMissing(memory.RunId);
                return false;
            }

            var snapshot = await SnapshotAsync(found, memory, cancellationToken);
            switch (decisions.Next(snapshot))
            {
                case RunAction.Forget:
                    await runs.PutIndexAsync(snapshot.Run, cancellationToken);
                    events.Forget(memory.RunId);
                    return false;
                case RunAction.Wait:
                    await ExplainWaitAsync(snapshot, memory, cancellationToken);
                    return true;
                case RunAction.Begin:
                    if (!await BeginAsync(snapshot.Run, memory, cancellationToken))
                    {
                        return true;
                    }

                    break;
                case var action:
                    await DoAsync(action, snapshot, memory, cancellationToken);
                    break;
            }
        }
    }

    private async Task<RunSnapshot> SnapshotAsync(RunWithStages found, RunMemory memory, CancellationToken cancellationToken)
    {
        var stage = found.Stages.FirstOrDefault(open => !open.Closed && open.Dispatched > open.Finished);
        var current = stage is null ? null : await tasks.FindAsync(new(memory.RunId, stage.Kind, stage.Finished), cancellationToken)
            ?? throw new InvalidDataException($"task {memory.RunId}/{stage.Kind}/{stage.Finished} was handed out but has no row");
        var running = current is { Status: BenchmarkTaskStatus.Running };
        memory.CurrentOwner = running ? current!.Owner : "";
        return new()
        {
            Run = found.Run,
            Stages = found.Stages,
            Current = current,
            OwnerIsDead = running && await watch.IsDeadAsync(current!.Owner, cancellationToken),
            MessageOutFor = current is null ? null : memory.MessageOutFor(current, time),
            RunningFor = running ? memory.RunningFor(current!, time) : TimeSpan.Zero,
            StopOrdered = current is not null && memory.IsStopOrdered(current),
            Now = time.GetUtcNow(),
        };
    }

    private Task DoAsync(RunAction action, RunSnapshot snapshot, RunMemory memory, CancellationToken cancellationToken) => action switch
    {
        RunAction.CreateTasks create => CreateTasksAsync(snapshot, create.Stage, cancellationToken),
        RunAction.Dispatch dispatch => DispatchAsync(dispatch.Stage, memory, cancellationToken),
        RunAction.Remind remind => RemindAsync(remind.Task, memory, cancellationToken),
        RunAction.Store store => StoreAsync(store.Before, store.After, memory, cancellationToken),
        RunAction.OrderStop stop => OrderStopAsync(stop, memory, cancellationToken),
        RunAction.Advance advance => AdvanceStageAsync(snapshot, advance, memory, cancellationToken),
        RunAction.CancelRest rest => CancelRestAsync(rest.Stage, cancellationToken),
        RunAction.CloseStage close => CloseStageAsync(snapshot, close.Stage, cancellationToken),
        RunAction.Finish finish => FinishAsync(snapshot.Run, finish, cancellationToken),
        _ => throw new InvalidOperationException($"nothing does {action}"),
    };

    private async Task<bool> BeginAsync(RunState run, RunMemory memory, CancellationToken cancellationToken)
    {
        if (await keys.TakeAsync(run, cancellationToken) is { } holder)
        {
            await WriteReasonAsync(run, $"waits for run {holder}, which measures the same target or hosts", memory, cancellationToken);
            return false;
        }

        var started = run with { Status = RunStatus.Running, Reason = "", StartedAt = time.GetUtcNow(), Points = RunStages.CountPoints(run) };
        if (await runs.TryWriteAsync(started, RunStages.Of(run), cancellationToken) is not null)
        {
            memory.WaitReason = "";
            await events.AppendAsync(run.RunId, $"begun: {started.Points} points", cancellationToken);
        }

        return true;
    }

    private async Task CreateTasksAsync(RunSnapshot snapshot, StageState stage, CancellationToken cancellationToken)
    {
        var block = RunStages.NextBlock(snapshot.Run, snapshot.Stages, stage, time.GetUtcNow());

        // False means that an earlier try wrote the block and died before the cursor: then only the cursor is missing.
        await tasks.TryAddAsync(block, cancellationToken);
        await runs.TryReplaceStageAsync(stage with { Created = stage.Created + block.Count }, cancellationToken);
    }

    private async Task DispatchAsync(StageState stage, RunMemory memory, CancellationToken cancellationToken)
    {
        await PutNextAsync(stage, stage.Dispatched, memory, cancellationToken);
        await runs.TryReplaceStageAsync(stage with { Dispatched = stage.Dispatched + 1 }, cancellationToken);
    }

    private async Task PutNextAsync(StageState stage, int number, RunMemory memory, CancellationToken cancellationToken)
    {
        var task = await tasks.FindAsync(new(stage.RunId, stage.Kind, number), cancellationToken)
            ?? throw new InvalidDataException($"task {stage.RunId}/{stage.Kind}/{number} should be handed out but has no row");
        if (task.Status == BenchmarkTaskStatus.Ready)
        {
            await messages.PutAsync(task, memory, cancellationToken);
        }
    }

    private async Task RemindAsync(BenchmarkTask task, RunMemory memory, CancellationToken cancellationToken)
    {
        if (memory.MessageOutFor(task, time) is not null && watch.Alive.Count == 0 && await messages.AnyAsync(cancellationToken))
        {
            // Nobody is there to take it, so it is not lost: a night without workers must not fill the queue. Its age starts again.
            memory.MessagePut = memory.MessagePut!.Value with { At = time.GetTimestamp(), Delay = TimeSpan.Zero };
            return;
        }

        if (TaskTransitions.Remind(task, time.GetUtcNow()) is { } reminded && await tasks.TryReplaceAsync(reminded, cancellationToken) is { } stored)
        {
            await messages.PutAsync(stored, memory, cancellationToken);
        }
    }

    private async Task StoreAsync(BenchmarkTask before, BenchmarkTask after, RunMemory memory, CancellationToken cancellationToken)
    {
        if (await tasks.TryReplaceAsync(after, cancellationToken) is not { } stored)
        {
            return;
        }

        // Only now: an execution that ended well while its worker was taken for dead must not be on record as lost.
        var endsExecution = before.Status == BenchmarkTaskStatus.Censored || after.Failures != before.Failures;
        if (endsExecution && after.FailureKind is { } kind)
        {
            await attempts.AddAsync(before with { EndedAt = after.EndedAt }, kind, after.Error, cancellationToken);
            await events.AppendAsync(before.Key.RunId, FailureSentence(before, after), cancellationToken);
        }

        if (stored.Status == BenchmarkTaskStatus.Ready)
        {
            await messages.PutAsync(stored, memory, cancellationToken);
        }
    }

    private async Task OrderStopAsync(RunAction.OrderStop stop, RunMemory memory, CancellationToken cancellationToken)
    {
        var (task, kind, reason) = stop;
        var order = new StopOrder(task.Key.RunId, (int)task.Key.Stage, task.Key.Number, task.Attempt, kind, reason);
        await workers.PutOrdersAsync(WorkerPool.Measure, task.Owner, new(order), cancellationToken);
        memory.StopOrdered = (task.Key, task.Attempt, task.Owner);
        await events.AppendAsync(task.Key.RunId, $"{Subject(task)} is stopped: {reason}", cancellationToken);
    }

    private async Task AdvanceStageAsync(RunSnapshot snapshot, RunAction.Advance advance, RunMemory memory, CancellationToken cancellationToken)
    {
        var (stage, task) = advance;
        var run = snapshot.Run;
        if (stage.Kind == StageKind.Measure && task.Status != BenchmarkTaskStatus.Cancelled)
        {
            var point = TaskPoint.Of(task);
            if (await points.TryPublishAsync(task.Key.RunId, point, cancellationToken))
            {
                await events.AppendAsync(run.RunId, PointSentence(point, stage.Total), cancellationToken);
            }

            if (point.Emulator && !run.Emulator && await runs.TryReplaceAsync(run with { Emulator = true }, cancellationToken) is null)
            {
                return;
            }
        }

        var next = stage with
        {
            Finished = stage.Finished + 1,
            Failed = stage.Failed + (task.Status is BenchmarkTaskStatus.Failed or BenchmarkTaskStatus.Dead ? 1 : 0),
            AcceptedAttempt = task.Status == BenchmarkTaskStatus.Done ? task.Attempt : stage.AcceptedAttempt,
        };
        var stages = snapshot.Stages.Select(other => other.Kind == stage.Kind ? next : other).ToArray();
        if (next.Dispatched < next.Created && !RunDecisions.IsAbandoned(run, stages, stage.Kind))
        {
            // In the same step, so that the pause between two points is as short as possible.
            await PutNextAsync(next, next.Dispatched, memory, cancellationToken);
            next = next with { Dispatched = next.Dispatched + 1 };
        }

        await runs.TryReplaceStageAsync(next, cancellationToken);
    }

    private async Task CancelRestAsync(StageState stage, CancellationToken cancellationToken)
    {
        var open = await tasks.ListAsync(stage.RunId, stage.Kind, stage.Finished, cancellationToken).ToArrayAsync(cancellationToken);
        if (open is [{ Status: not BenchmarkTaskStatus.Ready }, ..])
        {
            // Its message was put by a process that died before it moved the cursor, and a worker took it: it is the current task, not one of the rest.
            await runs.TryReplaceStageAsync(stage with { Dispatched = stage.Dispatched + 1 }, cancellationToken);
            return;
        }

        var now = time.GetUtcNow();
        foreach (var block in open.Select(task => TaskTransitions.Cancel(task, ownerIsDead: false, now)).OfType<BenchmarkTask>().Chunk(RunStages.BlockRows))
        {
            if (!await tasks.TryReplaceAllAsync(block, cancellationToken))
            {
                return;
            }
        }

        await runs.TryReplaceStageAsync(stage with { Dispatched = stage.Created, Finished = stage.Created }, cancellationToken);
    }

    private async Task CloseStageAsync(RunSnapshot snapshot, StageState stage, CancellationToken cancellationToken)
    {
        var changed = new List<StageState> { stage with { Closed = true } };
        if (snapshot.Stages.SkipWhile(other => other.Kind != stage.Kind).Skip(1).FirstOrDefault() is { } next)
        {
            // Where nothing was made there is nothing to remove, and a run can be cancelled without any worker.
            var nothingToClean = next.Kind == StageKind.Clean && !await resources.ListAsync(stage.RunId, cancellationToken).AnyAsync(cancellationToken);
            changed.Add(nothingToClean ? next with { Open = true, Closed = true, Total = 0 } : next with { Open = true });
        }

        await runs.TryWriteAsync(snapshot.Run, changed, cancellationToken);
    }

    private async Task FinishAsync(RunState run, RunAction.Finish finish, CancellationToken cancellationToken)
    {
        await keys.ReleaseAsync(run, cancellationToken);
        var ended = run with { Status = finish.Status, Reason = finish.Reason, EndedAt = time.GetUtcNow() };
        if (await runs.TryReplaceAsync(ended, cancellationToken) is not null)
        {
            await events.AppendAsync(run.RunId, finish.Reason.Length == 0 ? $"{finish.Status}" : $"{finish.Status}: {finish.Reason}", cancellationToken);
            LogFinished(run.RunId, finish.Status, finish.Reason);
        }
    }

    private Task ExplainWaitAsync(RunSnapshot snapshot, RunMemory memory, CancellationToken cancellationToken) =>
        snapshot.Run.Status == RunStatus.Running
            ? WriteReasonAsync(
                snapshot.Run,
                snapshot.Current is { Status: BenchmarkTaskStatus.Ready } && watch.Alive.Count == 0 ? "waits for a measure worker: none is alive" : "",
                memory,
                cancellationToken)
            : Task.CompletedTask;

    private async Task WriteReasonAsync(RunState run, string reason, RunMemory memory, CancellationToken cancellationToken)
    {
        if (reason == run.Reason)
        {
            return;
        }

        await runs.TryReplaceAsync(run with { Reason = reason }, cancellationToken);
        if (reason.Length > 0 && reason != memory.WaitReason)
        {
            await events.AppendAsync(run.RunId, reason, cancellationToken);
        }

        memory.WaitReason = reason;
    }

    private static string Subject(BenchmarkTask task) => task.Order.Point is { } point ? $"point {point}" : task.Key.Stage.ToString().ToLowerInvariant();

    private static string FailureSentence(BenchmarkTask before, BenchmarkTask after)
    {
        var next = after.Status switch
        {
            BenchmarkTaskStatus.Ready => $"attempt {after.Attempt} follows",
            BenchmarkTaskStatus.Cancelled => "the run is cancelled",
            _ => "given up",
        };
        return $"{Subject(before)}, attempt {before.Attempt}: {after.FailureKind}, {after.Error}; {next}";
    }

    private static string PointSentence(PointRecord point, int total) => point.Status == PointStatus.Measured
        ? $"point {point.Number} of {total} measured: {point.Summary?.Outcomes.GetValueOrDefault(OperationOutcome.Ok)} of {point.Summary?.Operations} operations ok"
        : $"point {point.Number} of {total} failed: {point.Error}";

    [LoggerMessage(Level = LogLevel.Warning, Message = "Run {RunId} has no header; forgotten")]
    private partial void LogMissing(string runId);

    [LoggerMessage(Level = LogLevel.Information, Message = "Run {RunId} ended: {Status} {Reason}")]
    private partial void LogFinished(string runId, RunStatus status, string reason);
}
