using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
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
    PointMessages points,
    AbnormalEnds ends,
    EventStore events,
    WorkerCommandWriter commands,
    PointPublication publication,
    GangRecords gangs,
    FinishedTasks kinds,
    BuildPin pin) : IStageDispatcher
{
    public bool Dispatches(StageShape shape) => shape is StageShape.Points or StageShape.OneTask;

    public Task<StepEnd>? TryDo(RunAction action, RunSnapshot snapshot, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        return (action switch
        {
            RunAction.CreateTasks create => points.CreateTasksAsync(snapshot, create.Stage, cancellationToken),
            RunAction.Dispatch dispatch => points.DispatchAsync(snapshot.Run, dispatch.Stage, runtime, cancellationToken),
            RunAction.MissNext miss => points.MissNextAsync(snapshot.Run, miss.Stage, cancellationToken),
            RunAction.Remind remind => points.RemindAsync(snapshot.Run, remind.Task, runtime, cancellationToken),
            RunAction.Store store => StoreAsync(store.Before, store.After, runtime, cancellationToken),
            RunAction.RaiseGang raise => gangs.RaiseAsync(snapshot.Run, raise.Tasks, raise.Gang, cancellationToken),
            RunAction.OrderStop stop => OrderStopAsync(stop, cancellationToken),
            RunAction.Advance advance => AdvanceAsync(snapshot, advance, runtime, cancellationToken),
            RunAction.CancelRest rest => CancelRestAsync(rest.Stage, snapshot.Run, cancellationToken),
            _ => null,
        }) is { } doing ? ThenGoOnAsync(doing) : null;

        static async Task<StepEnd> ThenGoOnAsync(Task doing)
        {
            await doing;
            return StepEnd.GoOn;
        }
    }

    public Task RestAsync(RunSnapshot snapshot, RunRuntimeState runtime, CancellationToken cancellationToken) =>
        pin.ReleaseIfGoneAsync(snapshot, runtime, cancellationToken);

    private async Task StoreAsync(
        IReadOnlyList<BenchmarkTask> before, IReadOnlyList<BenchmarkTask> after, RunRuntimeState runtime,
        CancellationToken cancellationToken)
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
            await points.PutAsync(now, runtime, cancellationToken,
                avoid: now.Failures.CountOf(FailureClass.TimedOut) > was.Failures.CountOf(FailureClass.TimedOut) ? was.Owner : null);
        }
    }

    private async Task OrderStopAsync(RunAction.OrderStop stop, CancellationToken cancellationToken)
    {
        var (task, cause, reason) = stop;
        if (await commands.StopAsync(task.Owner, StopCommand.Of(task, cause, reason), cancellationToken))
        {
            await events.AppendAsync(task.Key.RunId, $"{AbnormalEnds.Subject(task)} is stopped: {reason}", cancellationToken);
        }
    }

    private async Task AdvanceAsync(
        RunSnapshot snapshot, RunAction.Advance advance, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var (stage, finished) = advance;
        var run = snapshot.Run;
        if (stage.Shape == StageShape.Points
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
            LastDurations = RunPace.Note(stage, finished),
            FirstTakenAt = SeriesPlan.FirstTaken(stage, finished, snapshot.Now),
            AcceptedAttempt = finished[0].Status == BenchmarkTaskStatus.Done ? finished[0].Attempt : stage.AcceptedAttempt,
            Failure = finished[0] is { Status: BenchmarkTaskStatus.Dead, FailureCause: { } cause } dead
                ? $"{FailureTaxonomy.Of(cause).Label}, {dead.Error}"
                : stage.Failure,
        };
        runtime.ForgetDispatched();
        var stages = snapshot.Stages.Select(other => other.Id == stage.Id ? next : other).ToArray();
        if (next.Dispatched < next.Created && run.Spec.RepeatEverySeconds == 0 && snapshot.HostsAreFree
            && !RunDecisions.IsAbandoned(run, stages, next))
        {
            // In the same step, so that the pause between two points is as short as possible.
            next = next with { Dispatched = next.Dispatched + await points.PutNextAsync(run, next, runtime, cancellationToken) };
        }

        // Before the cursor: whoever goes on from here does not look at these tasks again.
        await kinds.StoreAsync(run, finished, cancellationToken);
        if (await runs.TryReplaceStageAsync(next, cancellationToken) is not null
            && run.Spec.Experiment == MaintenanceRun.Experiment && CleanUpResult.TryRead(finished[0].Result) is { } removed)
        {
            await events.AppendAsync(run.RunId, removed.ToString(), cancellationToken);
        }
    }

    /// <summary>
    /// Gives up the next points that were never handed out: whole ones, as many as one transaction takes, and then the cursors go past
    /// them. Whoever ends in between leaves points that are cancelled and not counted yet.
    /// </summary>
    private async Task CancelRestAsync(StageState stage, RunState run, CancellationToken cancellationToken)
    {
        var perPoint = RunStages.TasksPerPoint(run, stage);
        var most = Math.Min(
            Math.Max(perPoint, TaskSharding.BlockTasks - (TaskSharding.BlockTasks % perPoint)), stage.Created - stage.Finished);
        var next = await tasks.ListAsync(stage.RunId, stage.Id, stage.Finished, cancellationToken, beforeNumber: stage.Finished + most)
            .ToArrayAsync(cancellationToken);
        var untaken = next.TakeWhile(task => task.Status is BenchmarkTaskStatus.Ready or BenchmarkTaskStatus.Cancelled).Count();
        var count = untaken == next.Length ? most : untaken - (untaken % perPoint);
        if (count == 0)
        {
            // Its message was put by a process that died before it moved the cursor, and a worker took it: it is the current point, not one
            // of the rest.
            await runs.TryReplaceStageAsync(
                stage with { Dispatched = Math.Min(stage.Dispatched + perPoint, stage.Created) }, cancellationToken);
            return;
        }

        BenchmarkTask[] ready = [.. next.Take(count).Where(task => task.Status == BenchmarkTaskStatus.Ready)];
        if (ready.Length == 0
            || await tasks.TryReplaceAllAsync(
                [.. ready.Select(task => task with { Status = BenchmarkTaskStatus.Cancelled })], cancellationToken) is not null)
        {
            var finished = stage.Finished + count;
            await runs.TryReplaceStageAsync(
                stage with { Dispatched = finished, Finished = finished, Cancelled = stage.Cancelled + count }, cancellationToken);
        }
    }
}
