using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Bags;
using AzurePerf.TaskManager.Kinds;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Reads what the next step of a run depends on.</summary>
internal sealed class RunSnapshots(
    TaskStore tasks, ExclusivityKeys keys, WorkerWatch watch, MissingWorkers missing, WaitingRuns waiting, OrderBook orders, TaskLimits limits, BagLook bags, GangRecords gangs, OutstandingTasks outstanding, TaskManagerOptions options, TimeProvider time)
{
    public async Task<RunSnapshot> TakeAsync(RunWithStages found, RunMemory memory, CancellationToken cancellationToken)
    {
        var (run, stages) = (found.Run, found.Stages);
        var stage = stages.FirstOrDefault(open => !open.Closed);
        memory.IsAside = run.Aside;
        memory.Keys = keys.Of(run);
        memory.Measures = run.Status is RunStatus.Running or RunStatus.Cancelling && stages.Any(open => open is { Kind: StageKind.Measure, Closed: false })
            && (!run.Aside || memory.HoldsKeys != false);
        var current = stage is { Kind: not StageKind.Bag } && stage.Dispatched > stage.Finished ? await CurrentAsync(stage, run, memory, cancellationToken) : [];
        foreach (var pool in new[] { WorkerPool.Measure, WorkerPool.Peer })
        {
            outstanding.Note(run.RunId, pool, current.Count(task => !task.Task.Status.IsTerminal() && WorkerPool.Of(task.Task) == pool));
        }

        memory.CurrentOwners = current.Where(task => task.Task.Status == BenchmarkTaskStatus.Running).Select(task => task.Task.Owner).ToHashSet();
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
            HostsAreFree = HostSharing.MeasuringHostsAreFree(watch.Alive, orders.HoldsFirmly),
            MissingWorkers = stage is not { Kind: not StageKind.Bag } ? "" : current.Count > 0 ? missing.Of(current) : missing.Of(run, stage),
            IsInTheWay = waiting.IsInTheWay(memory),
            HoldsKeys = memory.HoldsKeys,
            SilentFor = memory.SilentSince is { } since ? time.GetElapsedTime(since) : TimeSpan.Zero,
            SetUpLimit = options.SetUpLimit,
            Bag = stage is { Kind: StageKind.Bag } ? await bags.TakeAsync(stage, memory, cancellationToken) : null,
            Now = time.GetUtcNow(),
        };
    }

    private async Task<IReadOnlyList<HandedOutTask>> CurrentAsync(StageState stage, RunState run, RunMemory memory, CancellationToken cancellationToken)
    {
        var count = RunStages.TasksPerPoint(run, stage);
        var rows = await tasks.ListAsync(stage.RunId, stage.Id, stage.Finished, cancellationToken, beforeNumber: stage.Finished + count).ToArrayAsync(cancellationToken);
        if (rows.Length < count)
        {
            throw new InvalidDataException($"{count} tasks from {stage.RunId}/{stage.Id}/{stage.Finished} on were handed out, but {rows.Length} have a row");
        }

        var current = new List<HandedOutTask>();
        foreach (var task in rows)
        {
            current.Add(await LookAtAsync(task, memory, cancellationToken));
        }

        return current;
    }

    private async Task<HandedOutTask> LookAtAsync(BenchmarkTask task, RunMemory memory, CancellationToken cancellationToken)
    {
        var handOut = memory.HandOutOf(task);
        if (task.Status != BenchmarkTaskStatus.Running)
        {
            return new(task) { MessageOutFor = handOut.Message is { } message ? time.GetElapsedTime(message.At) - message.Delay : null };
        }

        handOut.RunningSince ??= time.GetTimestamp();
        handOut.Stop = orders.StopOf(task) ?? handOut.Stop;
        var ownerIsDead = await watch.IsDeadAsync(task.Owner, cancellationToken);
        var listed = watch.Find(task.Owner)?.Running.FirstOrDefault(running => running.IsOf(task));
        if (listed is not null)
        {
            memory.NoteAnswers(listed, time);
        }

        var seen = time.GetElapsedTime(handOut.RunningSince.Value);
        var said = TimeSpan.FromSeconds(listed?.ElapsedSeconds ?? 0);
        return new(task)
        {
            OwnerIsDead = ownerIsDead,
            StopOrdered = orders.IsStopOrdered(task),
            Stop = handOut.Stop,
            Elapsed = seen > said ? seen : said,
            Silence = listed?.Silence,
            Measured = TimeSpan.FromSeconds(listed?.MeasuredSeconds ?? 0),
        };
    }
}
