using System.Globalization;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Planning;

namespace AzurePerf.TaskManager.Workers;

/// <summary>Which workers are needed and not alive, for people; empty when enough are.</summary>
internal sealed class MissingWorkers(RunStages plans, WorkerWatch watch, TaskManagerOptions options)
{
    /// <summary>Of tasks whose messages are out and of which nobody has taken at least one.</summary>
    public string Of(IReadOnlyList<DispatchedTask> current) => current.All(task => task.Task.Status != BenchmarkTaskStatus.Ready)
        ? ""
        : OfPools(current.CountBy(task => WorkerPool.Of(task.Task)));

    /// <summary>Of what a stage without a bag is about to put messages of.</summary>
    public string Of(RunState run, StageState stage)
    {
        var tasks = RunStages.TasksPerPoint(run, stage);
        return options.PeerPool && stage.Shape == StageShape.Points && plans.AnsweringMember(run) is not null
            ? OfPools([new(WorkerPool.Measure, tasks - 1), new(WorkerPool.Peer, 1)])
            : OfPools([new(WorkerPool.Measure, tasks)]);
    }

    /// <summary>
    /// Of what a run that several workers measure begins with; empty where it prepares data before, which takes one worker, and where
    /// nobody measures at all.
    /// </summary>
    public string OfBeginning(RunState run) =>
        watch.HasMeasureWorker && run.Spec.Workers > 1 && plans.Of(run, default) is [{ Shape: StageShape.Points } first, ..]
            ? Of(run, first)
            : "";

    /// <summary>Of an open bag with tasks that nobody has taken.</summary>
    public string OfBag() => OfPools([new(WorkerPool.Bag, 1)]);

    private string OfPools(IEnumerable<KeyValuePair<string, int>> needed) =>
        string.Join("; ", needed.Select(pool => MissingOf(pool.Key, pool.Value)).Where(missing => missing.Length > 0));

    private string MissingOf(string pool, int needed)
    {
        var alive = watch.Alive.Count(worker => worker.Pool == pool && !worker.Draining);
        return alive >= needed ? ""
            : needed == 1 ? $"waits for a {pool} worker: none is alive"
            : string.Create(CultureInfo.InvariantCulture, $"waits for {needed} {pool} workers: {alive} alive");
    }
}
