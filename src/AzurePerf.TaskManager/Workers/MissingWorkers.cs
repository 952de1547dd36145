using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Planning;

namespace AzurePerf.TaskManager.Workers;

/// <summary>Which workers are needed and not alive; none when enough are.</summary>
internal sealed class MissingWorkers(RunStages plans, WorkerWatch watch, TaskManagerOptions options)
{
    /// <summary>Of tasks whose messages are out and of which nobody has taken at least one.</summary>
    public IReadOnlyList<MissingPool> Of(IReadOnlyList<DispatchedTask> current) =>
        current.All(task => task.Task.Status != BenchmarkTaskStatus.Ready) ? []
        : OfPools(current.CountBy(task => WorkerPool.Of(task.Task)));

    /// <summary>Of what a stage without a bag is about to put messages of.</summary>
    public IReadOnlyList<MissingPool> Of(RunState run, StageState stage)
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
    public IReadOnlyList<MissingPool> OfBeginning(RunState run) =>
        watch.HasMeasureWorker && run.Spec.Workers > 1 && plans.Of(run, default) is [{ Shape: StageShape.Points } first, ..]
            ? Of(run, first)
            : [];

    /// <summary>Of an open bag with tasks that nobody has taken.</summary>
    public IReadOnlyList<MissingPool> OfBag() => OfPools([new(WorkerPool.Bag, 1)]);

    private IReadOnlyList<MissingPool> OfPools(IEnumerable<KeyValuePair<string, int>> needed) =>
    [
        .. needed.Select(pool => new MissingPool(pool.Key, pool.Value, AliveOf(pool.Key))).Where(pool => pool.Alive < pool.Needed),
    ];

    private int AliveOf(string pool) => watch.Alive.Count(worker => worker.Pool == pool && !worker.Draining);
}
