using AzurePerf.Core.Executions;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Executions;

/// <summary>How long executions may take: four times the mean of their class, by <see cref="TimeLimit.Paper"/>.</summary>
internal sealed class TaskLimits(
    RunStages plans, TaskClasses classes, TaskManagerOptions options, CachedExecutionStatistics book, WorkerWatch watch)
{
    private static readonly TimeSpan ShortestExpected = TimeSpan.FromMilliseconds(1);

    /// <summary>The limits of tasks that were handed out, by number.</summary>
    public async Task<IReadOnlyDictionary<int, ExecutionLimits>> OfAllAsync(
        RunState run, IReadOnlyList<DispatchedTask> current, CancellationToken cancellationToken)
    {
        var found = new Dictionary<int, ExecutionLimits>();
        foreach (var task in current.Where(task => task.Task.Status == BenchmarkTaskStatus.Running))
        {
            found[task.Task.Key.Number] = await OfAsync(run, task.Task, cancellationToken);
        }

        return found;
    }

    /// <summary>The limits of one execution.</summary>
    public Task<ExecutionLimits> OfAsync(RunState run, BenchmarkTask task, CancellationToken cancellationToken) =>
        OfAsync(run, task.Key.Stage, classes.Of(run, task), task.Order.ExpectedSeconds, task.Failures.TimedOut, cancellationToken);

    /// <summary>A first look at an execution of a bag without its row: whether that is worth reading.</summary>
    public async Task<bool> IsOverAsync(
        RunState run, StageId bag, RunningTask running, WorkerState owner, CancellationToken cancellationToken)
    {
        var limits =
            await OfAsync(run, bag, classes.Of(run, bag, null, owner.Sku), expectedSeconds: null, timeouts: 0, cancellationToken);
        return TimeSpan.FromSeconds(running.ElapsedSeconds - running.UserCodeSeconds) >= limits.Measure;
    }

    private async Task<ExecutionLimits> OfAsync(
        RunState run, StageId stage, TaskClass taskClass, double? expectedSeconds, int timeouts, CancellationToken cancellationToken)
    {
        var measures = stage.Shape == StageShape.Points;
        var seen = await book.WindowAsync(taskClass, cancellationToken);
        seen = stage.Shape == StageShape.Bag ? seen.Plus(SoFar(run.RunId, stage, taskClass.Sku)) : seen;
        var limit = TimeLimit.Paper(seen, ExpectedOf(run, stage, expectedSeconds), measures, timeouts);
        return new(options.TaskTimeLimit, limit.Limit, limit.Reason, measures);
    }

    /// <summary>What the workers on machines of one class have counted of a bag that is still open; its rows are read when it is
    /// closed.</summary>
    private ExecutionStatistics SoFar(string runId, StageId bag, string sku)
    {
        var tallies = watch.Alive.Where(worker => worker.Sku == sku).SelectMany(worker => worker.Tallies)
            .Where(tally => tally.RunId == runId && tally.Stage == bag.Number).ToArray();
        return new()
        {
            Successes = tallies.Sum(tally => (long)tally.Done),
            Microseconds = (UInt128)(tallies.Sum(tally => tally.Seconds) * 1e6),
        };
    }

    /// <summary>Of a point and of a bag the planner's; how long it takes to prepare or to clean it cannot know.</summary>
    private TimeSpan ExpectedOf(RunState run, StageId stage, double? pointSeconds)
    {
        if (pointSeconds is > 0 and var seconds)
        {
            return TimeSpan.FromSeconds(seconds);
        }

        if (plans.PlanOf(run, stage).Expected is not { } expected)
        {
            return options.TaskTimeLimit / TimeLimit.Factor;
        }

        return expected > ShortestExpected ? expected : ShortestExpected;
    }
}
