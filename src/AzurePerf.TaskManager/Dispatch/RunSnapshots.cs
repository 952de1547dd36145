using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Reads what the next step of a run depends on.</summary>
internal sealed class RunSnapshots(
    CurrentTasks tasks, ExclusivityKeys keys, MissingWorkers missing, WaitingRuns waiting, BagInspection bags, TaskManagerOptions options,
    TimeProvider time)
{
    public async Task<RunSnapshot> TakeAsync(RunWithStages found, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var (run, stages) = (found.Run, found.Stages);
        var stage = stages.FirstOrDefault(open => !open.Closed);
        runtime.IsAside = run.Aside;
        runtime.Keys = keys.Of(run);
        runtime.Measures = run.Status is RunStatus.Running or RunStatus.Cancelling
            && stages.Any(open => open is { Shape: StageShape.Points, Closed: false })
            && (!run.Aside || runtime.HoldsKeys != false);
        var now = await tasks.ReadAsync(run, stage, runtime, cancellationToken);
        return new()
        {
            Run = run,
            Stages = stages,
            Current = now.Current,
            Gang = now.Gang,
            LimitOf = now.LimitOf,
            MissedAt = stage is null ? null : SeriesPlan.MissedOf(run, stage),
            NextDueAt = stage is null ? null : SeriesPlan.DueOf(run, stage),
            HostsAreFree = tasks.HostsAreFree,
            MissingWorkers = stage is not { Shape: not StageShape.Bag }
                ? []
                : now.Current.Count > 0 ? missing.Of(run, now.Current) : missing.Of(run, stage),
            WithoutWorkersFor = runtime.WithoutWorkersSince is { } without ? time.GetElapsedTime(without) : TimeSpan.Zero,
            WorkerWaitLimit = options.WorkerWaitLimit,
            IsInTheWay = waiting.IsInTheWay(runtime),
            HoldsKeys = runtime.HoldsKeys,
            SilentFor = runtime.SilentSince is { } since ? time.GetElapsedTime(since) : TimeSpan.Zero,
            SetUpLimit = options.SetUpLimit,
            Bag = stage is { Shape: StageShape.Bag, IsPlanned: true } ? await bags.TakeAsync(stage, runtime, cancellationToken) : null,
            Now = time.GetUtcNow(),
        };
    }
}
