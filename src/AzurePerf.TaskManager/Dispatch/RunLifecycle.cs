using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Metrics;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Does what a run needs whatever the tasks of its stages are: it begins, waits, gives its stages their turn and ends.</summary>
internal sealed class RunLifecycle(
    RunBeginning beginning,
    TurnTaking turns,
    StagePlanning planning,
    StageClosing closing,
    RunFinalizer finalizer,
    WaitReasons reasons,
    RunStore runs,
    EventStore events,
    RunGauges gauges,
    TimeProvider time)
{
    /// <summary>While a point is out its rows are looked at this often.</summary>
    private static readonly TimeSpan BusyPause = TimeSpan.FromMilliseconds(200);

    /// <summary>Does an action that no dispatcher does.</summary>
    public async Task<StepEnd> DoAsync(RunAction action, RunSnapshot snapshot, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var run = snapshot.Run;
        switch (action)
        {
            case RunAction.Forget:
                await ForgetAsync(snapshot, cancellationToken);
                return StepEnd.Forget;
            case RunAction.Begin:
                return await beginning.TryBeginAsync(run, runtime, cancellationToken) ? StepEnd.GoOn : StepEnd.Rest;
            case RunAction.TakeTurn:
                return await turns.TryTakeKeysAsync(run, runtime, cancellationToken) ? StepEnd.GoOn : StepEnd.Rest;
            case RunAction.GiveKeysBack:
                return await turns.TryGiveKeysBackAsync(run, runtime, cancellationToken) ? StepEnd.GoOn : StepEnd.Rest;
            default:
                await (action switch
                {
                    RunAction.GiveUp giveUp => reasons.GiveUpAsync(run, giveUp.Reason, cancellationToken),
                    RunAction.StandAside => turns.StandAsideAsync(snapshot, cancellationToken),
                    RunAction.GoOn => turns.GoOnAsync(run, runtime, cancellationToken),
                    RunAction.PlanStage plan => planning.PlanAsync(snapshot, plan.Stage, runtime, cancellationToken),
                    RunAction.CloseStage close => closing.CloseAsync(run, snapshot.Stages, close.Stage, cancellationToken),
                    RunAction.Finish finish => finalizer.FinishAsync(snapshot, finish, runtime, cancellationToken),
                    _ => throw new InvalidOperationException($"nothing does {action}"),
                });
                return StepEnd.GoOn;
        }
    }

    /// <summary>Says what a run waits for, and sets when it is looked at next.</summary>
    public async Task ExplainAsync(
        RunSnapshot snapshot, string reason, IStageDispatcher? dispatcher, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        runtime.Figures = gauges.Record(snapshot);
        await reasons.ExplainAsync(snapshot, reason, runtime, cancellationToken);
        runtime.Rest(BusyPause, time);
        if (WaitReasons.WaitsForWorkersOnly(snapshot, runtime))
        {
            reasons.SleepForWorkers(snapshot, runtime);
        }
        else if (dispatcher is not null)
        {
            await dispatcher.RestAsync(snapshot, runtime, cancellationToken);
        }
    }

    private async Task ForgetAsync(RunSnapshot snapshot, CancellationToken cancellationToken)
    {
        gauges.Record(snapshot);
        await runs.PutIndexAsync(snapshot.Run, cancellationToken);
        events.Forget(snapshot.Run.RunId);
    }
}
