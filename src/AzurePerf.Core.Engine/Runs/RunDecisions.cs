using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Runs;

/// <summary>What the TaskManager does next for a run: a pure function of what is stored and who is alive.</summary>
/// <param name="times">Intervals of the engine.</param>
public sealed class RunDecisions(EngineTimes times)
{
    private static readonly RunAction Nothing = new RunAction.Wait();

    /// <summary>Why an execution of a run that stands aside ends.</summary>
    public const string AsideReason = "its run waits for more workers and lets other runs go first";

    private static readonly RunAction HostsAreTaken = new RunAction.Wait(
        "bag tasks still run on a host that measures; it gets no new ones");

    private readonly PointDecisions _points = new(times);
    private readonly BagDecisions _bags = new(times);

    public RunAction Next(RunSnapshot snapshot)
    {
        if (snapshot.Run.Status.IsTerminal())
        {
            return new RunAction.Forget();
        }

        if (snapshot.Stages.Count == 0)
        {
            return snapshot.Run.Status == RunStatus.Cancelling ? new RunAction.Finish(RunStatus.Cancelled, snapshot.Run.Reason)
                : snapshot.Run.GivenUp.Length > 0 ? new RunAction.Finish(RunStatus.Failed, snapshot.Run.GivenUp)
                : new RunAction.Begin();
        }

        return snapshot.Stages.FirstOrDefault(stage => !stage.Closed) is { } stage
            ? InStage(snapshot, stage)
            : RunEnd.Of(snapshot.Run, snapshot.Stages);
    }

    /// <summary>True when a stage is to end before all its tasks were dispatched.</summary>
    public static bool IsAbandoned(RunState run, IReadOnlyList<StageState> stages, StageState stage) => stage.Kind != StageKind.Clean
        && (run.Status == RunStatus.Cancelling || run.GivenUp.Length > 0
            || stages.Any(other => other.Failed > 0 && GivesUp(run, other, stage)));

    /// <summary>True when all is executed that a run is there for: it has nothing left that could be given up.</summary>
    public static bool OnlyCleansUp(IReadOnlyList<StageState> stages) =>
        stages.Count > 0 && stages.All(stage => stage.Closed || stage.Kind == StageKind.Clean);

    private static bool GivesUp(RunState run, StageState failed, StageState stage) => failed.ReachIn(run) switch
    {
        FailureReach.Stage => failed.Id == stage.Id || stage.IsAfter(failed),
        FailureReach.Dependants => stage.IsAfter(failed),
        _ => false,
    };

    private RunAction InStage(RunSnapshot snapshot, StageState stage)
    {
        var abandoned = IsAbandoned(snapshot.Run, snapshot.Stages, stage);
        if (!stage.IsPlanned)
        {
            return abandoned ? new RunAction.CloseStage(stage) : new RunAction.PlanStage(stage);
        }

        if (stage.Kind == StageKind.Bag)
        {
            // Abandoned it is looked through whatever its cursor says: a process that died before it moved that may have handed out a block
            // already.
            return stage.Total == 0 ? new RunAction.CloseStage(stage) : InBag(snapshot, stage, abandoned);
        }

        if (!abandoned && stage.Kind != StageKind.Clean && SetUpIsSilent(snapshot) is { } silence)
        {
            return new RunAction.GiveUp(silence.EndOfSetUp(snapshot.Run.Spec.Target, snapshot.SetUpLimit));
        }

        // Workers of several builds would begin the point each time, and in vain: they take nothing only of a run that stands aside.
        if (snapshot is { MissingWorkers.Count: > 0, Run: { Aside: false, Status: RunStatus.Running, GivenUp: "" } }
            && (snapshot.IsInTheWay || snapshot.MissingWorkers.Any(pool => pool.SameBuild))
            && stage.Kind == StageKind.Measure && !abandoned)
        {
            return new RunAction.StandAside();
        }

        var next = WithTasks(snapshot, stage, abandoned);

        // Giving up what was not begun needs no keys; cleaning up does.
        return snapshot.Run.Aside && (next is RunAction.Wait || (stage.Kind == StageKind.Clean && next is RunAction.CreateTasks))
            ? WhileAside(snapshot, stage, next)
            : next;
    }

    /// <summary>What a silent target is known by, when it has been silent for too long before anything was measured in this point; an
    /// outage while it is measured is a result.</summary>
    internal static TargetSilence? SetUpIsSilent(RunSnapshot snapshot) =>
        snapshot.SilentFor >= snapshot.SetUpLimit
            ? snapshot.Current.FirstOrDefault(task => task is { Silence: not null, Measured.Ticks: 0 })?.Silence
            : null;

    private RunAction WithTasks(RunSnapshot snapshot, StageState stage, bool abandoned)
    {
        if (snapshot.Current.Count > 0)
        {
            return _points.Next(snapshot, stage, abandoned);
        }

        if (abandoned && stage.Finished < stage.Created)
        {
            return new RunAction.CancelRest(stage);
        }

        if (abandoned || stage.Finished == stage.Total)
        {
            return new RunAction.CloseStage(stage);
        }

        return stage.Created < stage.Total ? new RunAction.CreateTasks(stage) : ToDispatch(snapshot, stage);
    }

    /// <summary>Keys go back when nothing is executed any more, and are taken again in turn once the workers are there.</summary>
    private static RunAction WhileAside(RunSnapshot snapshot, StageState stage, RunAction otherwise)
    {
        if (snapshot.Current.Any(task => task.Task.Status == BenchmarkTaskStatus.Running && !task.OwnerIsDead))
        {
            return Nothing;
        }

        return snapshot.MissingWorkers.Count > 0 ? (snapshot.HoldsKeys == false ? otherwise : new RunAction.GiveKeysBack())
            : snapshot.HoldsKeys != true ? new RunAction.TakeTurn()
            : snapshot.HostsAreFree || stage.Kind != StageKind.Measure ? new RunAction.GoOn()
            : HostsAreTaken;
    }

    private RunAction InBag(RunSnapshot snapshot, StageState stage, bool abandoned)
    {
        var bag = snapshot.Bag ?? throw new InvalidOperationException($"the open bag {stage.Id} of run {stage.RunId} was not looked at");
        return _bags.Next(stage, bag, abandoned || (stage.ReachIn(snapshot.Run) == FailureReach.Stage && bag.Dead > 0));
    }

    private static RunAction ToDispatch(RunSnapshot snapshot, StageState stage)
    {
        if (stage.Kind != StageKind.Measure)
        {
            return new RunAction.Dispatch(stage);
        }

        return snapshot.NextDueAt is { } due && snapshot.Now < due ? Nothing
            : snapshot.MissedAt is { } missed && snapshot.Now >= missed ? new RunAction.MissNext(stage)
            : snapshot.HostsAreFree || snapshot.Run.Aside ? new RunAction.Dispatch(stage)
            : HostsAreTaken;
    }
}
