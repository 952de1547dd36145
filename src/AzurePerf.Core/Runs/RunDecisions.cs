using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Runs;

/// <summary>What the TaskManager does next for a run: a pure function of what is stored and who is alive.</summary>
/// <param name="times">Intervals of the engine.</param>
public sealed class RunDecisions(EngineTimes times)
{
    private static readonly RunAction Nothing = new RunAction.Wait();

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

        return snapshot.Stages.FirstOrDefault(stage => !stage.Closed) is { } stage ? InStage(snapshot, stage) : RunEnd.Of(snapshot.Run, snapshot.Stages);
    }

    /// <summary>True when a stage is to end before all its tasks were handed out.</summary>
    public static bool IsAbandoned(RunState run, IReadOnlyList<StageState> stages, StageKind kind) => kind != StageKind.Clean
        && (run.Status == RunStatus.Cancelling
            || run.GivenUp.Length > 0
            || (kind == StageKind.Measure && stages.Any(stage => stage is { Kind: StageKind.Prepare, Failed: > 0 }))
            || (kind is StageKind.Measure or StageKind.Bag && run.Spec.OnError == OnError.Stop && stages.Any(stage => stage is { Kind: StageKind.Measure or StageKind.Bag, Failed: > 0 })));

    private RunAction InStage(RunSnapshot snapshot, StageState stage)
    {
        var abandoned = IsAbandoned(snapshot.Run, snapshot.Stages, stage.Kind);
        if (stage.Kind == StageKind.Bag)
        {
            // Abandoned it is looked through whatever its cursor says: a process that died before it moved that may have handed out a block already.
            return stage.Total == 0 ? new RunAction.CloseStage(stage) : InBag(snapshot, stage, abandoned);
        }

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

    private RunAction InBag(RunSnapshot snapshot, StageState stage, bool abandoned)
    {
        var bag = snapshot.Bag ?? throw new InvalidOperationException($"the open bag {stage.Id} of run {stage.RunId} was not looked at");
        return _bags.Next(stage, bag, abandoned || (snapshot.Run.Spec.OnError == OnError.Stop && bag.Dead > 0));
    }

    private static RunAction ToDispatch(RunSnapshot snapshot, StageState stage)
    {
        if (stage.Kind != StageKind.Measure)
        {
            return new RunAction.Dispatch(stage);
        }

        return snapshot.NextDueAt is { } due && snapshot.Now < due ? Nothing
            : snapshot.MissedAt is { } missed && snapshot.Now >= missed ? new RunAction.MissNext(stage)
            : snapshot.HostsAreFree ? new RunAction.Dispatch(stage)
            : new RunAction.Wait("bag tasks still run on a host that measures; no more are handed out there");
    }
}
