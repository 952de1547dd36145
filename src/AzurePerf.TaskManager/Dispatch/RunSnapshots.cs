using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Bags;
using AzurePerf.TaskManager.Executions;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Reads what the next step of a run depends on.</summary>
internal sealed class RunSnapshots(
    TaskStore tasks, ExclusivityKeys keys, WorkerWatch watch, MissingWorkers missing, WaitingRuns waiting, WorkerCommandWriter commands, TaskLimits limits, BagLook bags, GangRecords gangs, OutstandingTasks outstanding, TaskManagerOptions options, TimeProvider time)
{
    public async Task<RunSnapshot> TakeAsync(RunWithStages found, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var (run, stages) = (found.Run, found.Stages);
        var stage = stages.FirstOrDefault(open => !open.Closed);
        runtime.IsAside = run.Aside;
        runtime.Keys = keys.Of(run);
        runtime.Measures = run.Status is RunStatus.Running or RunStatus.Cancelling && stages.Any(open => open is { Kind: StageKind.Measure, Closed: false })
            && (!run.Aside || runtime.HoldsKeys != false);
        var current = stage is { Kind: not StageKind.Bag } && stage.Dispatched > stage.Finished ? await CurrentAsync(stage, run, runtime, cancellationToken) : [];
        foreach (var pool in new[] { WorkerPool.Measure, WorkerPool.Peer })
        {
            outstanding.Note(run.RunId, pool, current.Count(task => !task.Task.Status.IsTerminal() && WorkerPool.Of(task.Task) == pool));
        }

        runtime.CurrentOwners = current.Where(task => task.Task.Status == BenchmarkTaskStatus.Running).Select(task => task.Task.Owner).ToHashSet();
        var executionLimits = await limits.OfAllAsync(run, current, cancellationToken);
        return new()
        {
            Run = run,
            Stages = stages,
            Current = current,
            Gang = await gangs.NumberOfAsync([.. current.Select(task => task.Task)], cancellationToken),
            LimitOf = task => executionLimits[task.Task.Key.Number],
            MissedAt = stage is null ? null : SeriesPlan.DueOf(run, stage, repetitionsLater: 1),
            NextDueAt = stage is null ? null : SeriesPlan.DueOf(run, stage, repetitionsLater: 0),
            HostsAreFree = HostSharing.MeasuringHostsAreFree(watch.Alive, commands.HoldsFirmly),
            MissingWorkers = stage is not { Kind: not StageKind.Bag } ? "" : current.Count > 0 ? missing.Of(current) : missing.Of(run, stage),
            IsInTheWay = waiting.IsInTheWay(runtime),
            HoldsKeys = runtime.HoldsKeys,
            SilentFor = runtime.SilentSince is { } since ? time.GetElapsedTime(since) : TimeSpan.Zero,
            SetUpLimit = options.SetUpLimit,
            Bag = stage is { Kind: StageKind.Bag } ? await bags.TakeAsync(stage, runtime, cancellationToken) : null,
            Now = time.GetUtcNow(),
        };
    }

    private async Task<IReadOnlyList<DispatchedTask>> CurrentAsync(StageState stage, RunState run, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var count = RunStages.TasksPerPoint(run, stage);
        var rows = await tasks.ListAsync(stage.RunId, stage.Id, stage.Finished, cancellationToken, beforeNumber: stage.Finished + count).ToArrayAsync(cancellationToken);
        if (rows.Length < count)
        {
            throw new InvalidDataException($"{count} tasks from {stage.RunId}/{stage.Id}/{stage.Finished} on were handed out, but {rows.Length} have a row");
        }

        var current = new List<DispatchedTask>();
        foreach (var task in rows)
        {
            current.Add(await LookAtAsync(task, runtime, cancellationToken));
        }

        return current;
    }

    private async Task<DispatchedTask> LookAtAsync(BenchmarkTask task, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var dispatched = runtime.DispatchedAttemptOf(task);
        if (task.Status != BenchmarkTaskStatus.Running)
        {
            return new(task) { MessageOutFor = dispatched.Message is { } message ? time.GetElapsedTime(message.At) - message.Delay : null };
        }

        dispatched.RunningSince ??= time.GetTimestamp();
        dispatched.Stop = commands.StopOf(task) ?? dispatched.Stop;
        var ownerIsDead = await watch.IsDeadAsync(task.Owner, cancellationToken);
        var listed = watch.Find(task.Owner)?.Running.FirstOrDefault(running => running.IsOf(task));
        if (listed is not null)
        {
            runtime.NoteAnswers(listed, time);
        }

        var seen = time.GetElapsedTime(dispatched.RunningSince.Value);
        var said = TimeSpan.FromSeconds(listed?.ElapsedSeconds ?? 0);
        return new(task)
        {
            OwnerIsDead = ownerIsDead,
            StopCommanded = commands.IsStopCommanded(task),
            Stop = dispatched.Stop,
            Elapsed = seen > said ? seen : said,
            Silence = listed?.Silence,
            Measured = TimeSpan.FromSeconds(listed?.MeasuredSeconds ?? 0),
        };
    }
}
