using AzurePerf.Core.Executions;
using AzurePerf.Core.Executions.Stragglers;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Executions;

/// <summary>How long executions may take: four times the mean of their class, by <see cref="TimeLimit.Paper"/>, or of bags, where the
/// operator says so, by <see cref="AdaptiveLimit"/>.</summary>
internal sealed class TaskLimits(
    RunStages plans, TaskClasses classes, TaskManagerOptions options, CachedExecutionStatistics book, WorkerWatch watch,
    EngineTimes times)
{
    private static readonly TimeSpan ShortestExpected = TimeSpan.FromMilliseconds(1);

    private readonly Dictionary<(string RunId, TaskClass TaskClass), AdaptiveLimit> _adaptive = [];
    private long _adaptiveAt = -1;

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
        RunState run, OpenBag bag, RunningTask running, WorkerState owner, CancellationToken cancellationToken)
    {
        var taskClass = classes.Of(run, bag.Id, null, owner.Sku);
        if (options.IsAdaptive)
        {
            return (await DecideAsync(run, bag, taskClass, running, stops: 0, cancellationToken)).Stops;
        }

        var limits = await OfAsync(run, bag.Id, taskClass, expectedSeconds: null, timeouts: 0, cancellationToken);
        return OwnTimeOf(running) >= limits.Measure;
    }

    /// <summary>Why an execution of a bag is stopped, as a sentence; null where it goes on.</summary>
    public async Task<string?> ReasonToStopAsync(
        RunState run, OpenBag bag, BenchmarkTask task, RunningTask running, CancellationToken cancellationToken)
    {
        var execution = new DispatchedTask(task)
        {
            Elapsed = TimeSpan.FromSeconds(running.ElapsedSeconds),
            UserCode = TimeSpan.FromSeconds(running.UserCodeSeconds),
        };
        if (!options.IsAdaptive)
        {
            var limits = await OfAsync(run, task, cancellationToken);
            return limits.IsOver(execution) ? limits.Sentence(execution) : null;
        }

        var decision = await DecideAsync(run, bag, classes.Of(run, task), running, task.Failures.TimedOut, cancellationToken);
        return decision.Stops
            ? new ExecutionLimits(options.TaskTimeLimit, decision.Limit, decision.Reason, Measures: false).Sentence(execution)
            : null;
    }

    /// <summary>What is known of a class changes with each look at the workers and not in between.</summary>
    private async Task<StragglerDecision> DecideAsync(
        RunState run, OpenBag bag, TaskClass taskClass, RunningTask running, int stops, CancellationToken cancellationToken)
    {
        if (_adaptiveAt != watch.Reads)
        {
            _adaptive.Clear();
            _adaptiveAt = watch.Reads;
        }

        if (!_adaptive.TryGetValue((run.RunId, taskClass), out var limit))
        {
            var seen = (await book.WindowAsync(taskClass, cancellationToken)).Plus(SoFar(run.RunId, bag.Id, taskClass.Sku))
                .Plus(DurationsSoFar(run.RunId, bag.Id, taskClass.Sku)).Plus(bag.StoppedOn(taskClass.Sku));
            var now = watch.Alive.Where(worker => worker.Sku == taskClass.Sku).SelectMany(worker => worker.Running)
                .Where(other => other.RunId == run.RunId && other.Stage == bag.Id.Number).Select(OwnTimeOf);
            limit = new(seen, now, ExpectedOf(run, bag.Id, null), run.Spec.Seed, 2 * times.Heartbeat, bag.TasksWait);
            _adaptive[(run.RunId, taskClass)] = limit;
        }

        return limit.Decide(new(running.Task, running.Attempt, OwnTimeOf(running), running.Share, stops));
    }

    /// <summary>Without what its work allows programs of a user.</summary>
    private static TimeSpan OwnTimeOf(RunningTask running) =>
        TimeSpan.FromSeconds(Math.Max(0, running.ElapsedSeconds - running.UserCodeSeconds));

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
        var tallies = TalliesOf(runId, bag, sku).ToArray();
        return new()
        {
            Successes = tallies.Sum(tally => (long)tally.Done),
            Microseconds = (UInt128)(tallies.Sum(tally => tally.Seconds) * 1e6),
        };
    }

    /// <summary>How long what they counted took, which the paper's limit does not ask for.</summary>
    private ExecutionStatistics DurationsSoFar(string runId, StageId bag, string sku)
    {
        var tallies = TalliesOf(runId, bag, sku).ToArray();
        return new()
        {
            Sketch = Sum(tallies.Select(tally => tally.Durations)),
            Repeated = Sum(tallies.Select(tally => tally.Repeated)),
        };
    }

    private IEnumerable<StageTally> TalliesOf(string runId, StageId bag, string sku) =>
        watch.Alive.Where(worker => worker.Sku == sku).SelectMany(worker => worker.Tallies)
            .Where(tally => tally.RunId == runId && tally.Stage == bag.Number);

    private static DurationSketch Sum(IEnumerable<IReadOnlyDictionary<int, long>?> bins) =>
        bins.OfType<IReadOnlyDictionary<int, long>>().Aggregate(DurationSketch.Empty, (sum, next) => sum.Plus(DurationSketch.From(next)));

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
