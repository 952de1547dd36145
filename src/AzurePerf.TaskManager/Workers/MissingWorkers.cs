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
        : OfStage(run, current[0].Task.Key.Stage.Kind, [.. current.CountBy(task => WorkerPool.Of(task.Task))]);

    /// <summary>Of what a stage without a bag is about to put messages of.</summary>
    public IReadOnlyList<MissingPool> Of(RunState run, StageState stage)
    {
        var tasks = RunStages.TasksPerPoint(run, stage);
        return options.PeerPool && stage.Shape == StageShape.Points && plans.AnsweringMember(run) is not null
            ? OfStage(run, stage.Kind, [new(WorkerPool.Measure, tasks - 1), new(WorkerPool.Peer, 1)])
            : OfStage(run, stage.Kind, [new(WorkerPool.Measure, tasks)]);
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
    public IReadOnlyList<MissingPool> OfBag() => Lacking([PoolOf(WorkerPool.Bag, 1, "")]);

    /// <summary>Any build may execute what is not measured, and one alone may begin to measure a run: then it is the run's.</summary>
    private IReadOnlyList<MissingPool> OfStage(RunState run, StageKind stage, KeyValuePair<string, int>[] needed)
    {
        var build = stage == StageKind.Measure ? run.Build : "";
        return Lacking(stage == StageKind.Measure && build.Length == 0 && needed.Sum(pool => pool.Value) > 1
            ? OfOneBuild(needed)
            : needed.Select(pool => PoolOf(pool.Key, pool.Value, build)));
    }

    private static IReadOnlyList<MissingPool> Lacking(IEnumerable<MissingPool> pools) => [.. pools.Where(pool => pool.Alive < pool.Needed)];

    /// <summary>Where none of the build is left any will do: the rest becomes a segment of theirs.</summary>
    private MissingPool PoolOf(string name, int needed, string build)
    {
        var alive = AliveOf(name);
        var own = alive.Count(worker => worker.Build == build);
        return own == 0 || own == alive.Length ? new(name, needed, alive.Length) : new(name, needed, own) { Build = build };
    }

    /// <summary>By the build of which least is missing, as workers of different builds never start together.</summary>
    private IEnumerable<MissingPool> OfOneBuild(KeyValuePair<string, int>[] needed)
    {
        var pools = needed.Select(pool => (Name: pool.Key, Needed: pool.Value, Alive: AliveOf(pool.Key))).ToArray();
        var builds = pools.SelectMany(pool => pool.Alive).Select(worker => worker.Build).Distinct().Order(StringComparer.Ordinal).ToArray();
        var best = builds.MaxBy(build => pools.Sum(pool => Math.Min(pool.Needed, pool.Alive.Count(worker => worker.Build == build))));
        return pools.Select(pool => new MissingPool(pool.Name, pool.Needed, pool.Alive.Count(worker => worker.Build == best))
        {
            SameBuild = builds.Length > 1,
        });
    }

    private WorkerState[] AliveOf(string pool) => [.. watch.Alive.Where(worker => worker.Pool == pool && !worker.Draining)];
}
