using System.Globalization;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Runs;

/// <summary>What the TaskManager does next for a run: a pure function of what is stored and who is alive.</summary>
/// <param name="times">Intervals of the engine.</param>
/// <param name="taskTimeLimit">How long one execution may take before it is ordered to stop.</param>
public sealed class RunDecisions(EngineTimes times, TimeSpan taskTimeLimit)
{
    private static readonly RunAction Nothing = new RunAction.Wait();

    public RunAction Next(RunSnapshot snapshot)
    {
        if (snapshot.Run.Status.IsTerminal())
        {
            return new RunAction.Forget();
        }

        if (snapshot.Stages.Count == 0)
        {
            return snapshot.Run.Status == RunStatus.Cancelling
                ? new RunAction.Finish(RunStatus.Cancelled, snapshot.Run.Reason)
                : new RunAction.Begin();
        }

        return snapshot.Stages.FirstOrDefault(stage => !stage.Closed) is { } stage ? InStage(snapshot, stage) : End(snapshot);
    }

    /// <summary>True when a stage is to end before all its tasks were handed out.</summary>
    public static bool IsAbandoned(RunState run, IReadOnlyList<StageState> stages, StageKind kind) => kind != StageKind.Clean
        && (run.Status == RunStatus.Cancelling
            || (kind == StageKind.Measure && stages.Any(stage => stage is { Kind: StageKind.Prepare, Failed: > 0 }))
            || (kind == StageKind.Measure && run.Spec.OnError == OnError.Stop && stages.Any(stage => stage is { Kind: StageKind.Measure, Failed: > 0 })));

    private RunAction InStage(RunSnapshot snapshot, StageState stage)
    {
        var abandoned = IsAbandoned(snapshot.Run, snapshot.Stages, stage.Kind);
        if (snapshot.Current is { } current)
        {
            return WithCurrent(snapshot, stage, current, abandoned);
        }

        if (abandoned && stage.Finished < stage.Created)
        {
            return new RunAction.CancelRest(stage);
        }

        if (abandoned || stage.Finished == stage.Total)
        {
            return new RunAction.CloseStage(stage);
        }

        return stage.Created < stage.Total ? new RunAction.CreateTasks(stage) : new RunAction.Dispatch(stage);
    }

    private RunAction WithCurrent(RunSnapshot snapshot, StageState stage, BenchmarkTask task, bool abandoned) => task.Status switch
    {
        BenchmarkTaskStatus.Running => WhileRunning(snapshot, task, abandoned),
        BenchmarkTaskStatus.Measured => Store(task, TaskTransitions.Accept(task)),
        BenchmarkTaskStatus.Censored or BenchmarkTaskStatus.Ready when abandoned => Store(task, TaskTransitions.Cancel(task, ownerIsDead: false, snapshot.Now)),
        BenchmarkTaskStatus.Censored => Store(task, TaskTransitions.Decide(task, snapshot.Now)),
        BenchmarkTaskStatus.Ready => WhileReady(snapshot, task),
        _ => new RunAction.Advance(stage, task),
    };

    private RunAction WhileReady(RunSnapshot snapshot, BenchmarkTask task)
    {
        // Another process may have put the message; a second one is harmless, none would be the end.
        return snapshot.MessageOutFor is not { } outFor || outFor >= times.Reconciliation ? new RunAction.Remind(task) : Nothing;
    }

    private RunAction WhileRunning(RunSnapshot snapshot, BenchmarkTask task, bool abandoned)
    {
        if (snapshot.OwnerIsDead)
        {
            return Store(task, abandoned ? TaskTransitions.Cancel(task, ownerIsDead: true, snapshot.Now)
                : task.Key.Stage == StageKind.Measure ? TaskTransitions.DecideLost(task, snapshot.Now)
                : TaskTransitions.Fence(task, snapshot.Now));
        }

        if (snapshot.StopOrdered)
        {
            return Nothing;
        }

        if (abandoned)
        {
            return new RunAction.OrderStop(task, TaskFailureKind.Preempted, "the run is cancelled");
        }

        return snapshot.RunningFor >= taskTimeLimit
            ? new RunAction.OrderStop(task, TaskFailureKind.TimedOut, string.Create(CultureInfo.InvariantCulture, $"it ran over its limit of {taskTimeLimit.TotalSeconds:0.#} s"))
            : Nothing;
    }

    private static RunAction.Finish End(RunSnapshot snapshot)
    {
        var stages = snapshot.Stages.ToDictionary(stage => stage.Kind);
        var prepare = stages.GetValueOrDefault(StageKind.Prepare);
        var measure = stages.GetValueOrDefault(StageKind.Measure);
        var leftovers = stages.GetValueOrDefault(StageKind.Clean) is { Failed: > 0 }
            ? "what the run made in its target could not be removed; it is tried again later"
            : "";
        return snapshot.Run.Status switch
        {
            RunStatus.Cancelling => new(RunStatus.Cancelled, Join(snapshot.Run.Reason, leftovers)),
            _ when prepare is { Failed: > 0 } => new(RunStatus.Failed, Join("its data could not be prepared", leftovers)),
            _ when measure is { Failed: > 0 } && measure.Failed == measure.Total => new(RunStatus.Failed, Join("no point could be measured", leftovers)),
            _ when measure is { Failed: > 0 } && snapshot.Run.Spec.OnError == OnError.Stop => new(RunStatus.Failed, Join("a point failed and onError is stop", leftovers)),
            _ when measure is { Failed: > 0 } => new(RunStatus.Completed, Join($"{measure.Failed} of {measure.Total} points failed", leftovers)),
            _ when measure is null && leftovers.Length > 0 => new(RunStatus.Failed, leftovers),
            _ => new(RunStatus.Completed, leftovers),
        };
    }

    private static string Join(string first, string second) => first.Length > 0 && second.Length > 0 ? first + "; " + second : first + second;

    private static RunAction.Store Store(BenchmarkTask before, BenchmarkTask? after) =>
        new(before, after ?? throw new InvalidOperationException($"task {before.Key} in status {before.Status} does not allow what was decided"));
}
