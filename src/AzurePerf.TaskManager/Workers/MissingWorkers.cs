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
    public IReadOnlyList<MissingPool> Of(RunState run, IReadOnlyList<DispatchedTask> current) =>
        current.All(task => task.Task.Status != BenchmarkTaskStatus.Ready) ? []
        : OfPools(current.CountBy(task => WorkerPool.Of(task.Task)), BuildOf(run, current[0].Task.Key.Stage.Kind));

    /// <summary>Of what a stage without a bag is about to put messages of.</summary>
    public IReadOnlyList<MissingPool> Of(RunState run, StageState stage)
    {
        var (tasks, build) = (RunStages.TasksPerPoint(run, stage), BuildOf(run, stage.Kind));
        return options.PeerPool && stage.Shape == StageShape.Points && plans.AnsweringMember(run) is not null
            ? OfPools([new(WorkerPool.Measure, tasks - 1), new(WorkerPool.Peer, 1)], build)
            : OfPools([new(WorkerPool.Measure, tasks)], build);
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
    public IReadOnlyList<MissingPool> OfBag() => OfPools([new(WorkerPool.Bag, 1)], "");

    /// <summary>The one build that may execute what a stage has out; empty where any may.</summary>
    private static string BuildOf(RunState run, StageKind stage) => stage == StageKind.Measure ? run.Build : "";

    private IReadOnlyList<MissingPool> OfPools(IEnumerable<KeyValuePair<string, int>> needed, string build) =>
        [.. needed.Select(pool => PoolOf(pool.Key, pool.Value, build)).Where(pool => pool.Alive < pool.Needed)];

    /// <summary>Where none of the build is left any will do: the rest becomes a segment of theirs.</summary>
    private MissingPool PoolOf(string name, int needed, string build)
    {
        var alive = watch.Alive.Where(worker => worker.Pool == name && !worker.Draining).ToArray();
        var own = alive.Count(worker => worker.Build == build);
        return own == 0 || own == alive.Length ? new(name, needed, alive.Length) : new(name, needed, own) { Build = build };
    }
}
