using System.Diagnostics;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Tracing;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Bags;
using AzurePerf.TaskManager.Metrics;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>
/// Carries one run forward: reads what is stored, asks <see cref="RunDecisions"/>, writes what it says, until there is nothing to do. A write that finds
/// its row changed is no error: the next look decides anew.
/// </summary>
internal sealed partial class RunReconciler(
    RunDecisions decisions,
    RunSnapshots snapshots,
    RunStages plans,
    RunStore runs,
    EventStore events,
    ExclusivityKeys keys,
    WaitingRuns waiting,
    RunFinalizer figures,
    PointDispatcher points,
    BagDispatcher bags,
    BagLook bagLook,
    BagClosing bagClosing,
    StageClosing closing,
    BuildPin pin,
    WaitReasons reasons,
    LimitWatch limits,
    TurnTaking turns,
    MissingWorkers missing,
    WorkerWatch watch,
    PeerWatch peers,
    RunGauges gauges,
    EngineTimes times,
    TimeProvider time,
    ILogger<RunReconciler> logger)
{
    /// <summary>While a point is out its rows are looked at this often.</summary>
    private static readonly TimeSpan BusyPause = TimeSpan.FromMilliseconds(200);

    /// <summary>Steps of one run in one round, so that no run keeps the others waiting.</summary>
    private const int MostSteps = 200;

    /// <summary>Does all there is to do for a run now, and sets when the next look is due.</summary>
    /// <returns>False when the run has ended and may be forgotten.</returns>
    public async Task<bool> AdvanceAsync(RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        runtime.Awake();
        var began = time.GetTimestamp();
        for (var step = 0; step < MostSteps && (step == 0 || time.GetElapsedTime(began) < times.Turn); step++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (await runs.FindWithStagesAsync(runtime.RunId, cancellationToken) is not { } found)
            {
                LogMissing(runtime.RunId);
                return false;
            }

            if (found.Run is { Fault.Length: > 0 } faulted && !faulted.Status.IsTerminal())
            {
                // What made no sense may look right by now, as a header does of which the rest was kept.
                throw new InvalidDataException(faulted.Fault);
            }

            if (await limits.EndsAsync(found.Run, runtime, cancellationToken) || await peers.RefusesAsync(found.Run, cancellationToken))
            {
                continue;
            }

            runtime.WatchedUntil = found.WatchedUntil;
            var snapshot = await snapshots.TakeAsync(found, runtime, cancellationToken);
            var action = BagClosing.RecordedNow(snapshot, runtime) is { } bag ? new RunAction.ScanBag(bag) : decisions.Next(snapshot);
            runtime.WantedKeys = action is RunAction.Begin or RunAction.TakeTurn ? runtime.WantedKeys : [];
            await KeepLimitsAsync(snapshot, action, runtime, cancellationToken);
            switch (action)
            {
                case RunAction.Forget:
                    gauges.Record(snapshot);
                    await runs.PutIndexAsync(snapshot.Run, cancellationToken);
                    events.Forget(runtime.RunId);
                    return false;
                case RunAction.Wait wait:
                    await RestAsync(snapshot, wait.Reason, runtime, cancellationToken);
                    return true;
                case RunAction.Begin:
                    if (!await BeginAsync(snapshot.Run, runtime, cancellationToken))
                    {
                        return true;
                    }

                    break;
                case RunAction.TakeTurn:
                    if (!await TryTakeKeysAsync(snapshot.Run, runtime, cancellationToken))
                    {
                        return true;
                    }

                    break;
                case RunAction.FillBag fill:
                    var put = await FillAsync(fill, snapshot.Run, runtime, cancellationToken);
                    if (snapshot.Bag!.ScanIsUnderWay)
                    {
                        await bagClosing.ScanAsync(snapshot, fill.Stage, runtime, cancellationToken);
                        break;
                    }

                    runtime.Rest(bagLook.PauseAfter(runtime.Bag!, snapshot.Bag!, put), time);
                    return true;
                default:
                    using (SpanOf(action, snapshot.Run))
                    {
                        await DoAsync(action, snapshot, runtime, cancellationToken);
                    }

                    break;
            }
        }

        runtime.NextLook = 0;
        return true;
    }

    /// <summary>A step of a run belongs to the trace of its submission, and the messages that it puts name the step.</summary>
    private static Activity? SpanOf(RunAction action, RunState run) =>
        EngineTrace.Continue("run." + action.GetType().Name, ActivityKind.Internal, run.TraceParent)?.SetTag(MetricTags.RunId, run.RunId);

    /// <summary>Whatever is done next for an open bag, executions that take too long are stopped first: a bag of short tasks is dispatched for hours.</summary>
    private async Task KeepLimitsAsync(RunSnapshot snapshot, RunAction action, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (snapshot.Bag is not null && runtime.Bag is { } bag && action is not RunAction.CancelBag)
        {
            await bags.FenceOverdueAsync(snapshot.Run, bag, cancellationToken);
        }
    }

    private async Task<int> FillAsync(RunAction.FillBag fill, RunState run, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        using var span = SpanOf(fill, run);
        return await bags.FillAsync(run, fill.Stage, runtime.Bag!, cancellationToken);
    }

    private async Task RestAsync(RunSnapshot snapshot, string reason, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        gauges.Record(snapshot);
        await reasons.ExplainAsync(snapshot, reason, runtime, cancellationToken);
        runtime.Rest(BusyPause, time);
        if (WaitReasons.WaitsForWorkersOnly(snapshot, runtime))
        {
            reasons.SleepForWorkers(snapshot, runtime);
        }
        else if (snapshot.Bag is { } view)
        {
            runtime.Rest(bagLook.PauseAfter(runtime.Bag!, view, put: 0), time);
        }
        else
        {
            await pin.ReleaseIfGoneAsync(snapshot, runtime, cancellationToken);
        }
    }

    private Task DoAsync(RunAction action, RunSnapshot snapshot, RunRuntimeState runtime, CancellationToken cancellationToken) => action switch
    {
        RunAction.GiveUp giveUp => reasons.GiveUpAsync(snapshot.Run, giveUp.Reason, cancellationToken),
        RunAction.StandAside => turns.StandAsideAsync(snapshot, cancellationToken),
        RunAction.GiveKeysBack => turns.GiveKeysBackAsync(snapshot.Run, runtime, cancellationToken),
        RunAction.GoOn => turns.GoOnAsync(snapshot.Run, runtime, cancellationToken),
        RunAction.CreateTasks create => points.CreateTasksAsync(snapshot, create.Stage, cancellationToken),
        RunAction.Dispatch dispatch => points.DispatchAsync(snapshot.Run, dispatch.Stage, runtime, cancellationToken),
        RunAction.MissNext miss => points.MissNextAsync(snapshot.Run, miss.Stage, cancellationToken),
        RunAction.Remind remind => points.RemindAsync(remind.Task, runtime, cancellationToken),
        RunAction.Store store => points.StoreAsync(snapshot.Run, store.Before, store.After, runtime, cancellationToken),
        RunAction.RaiseGang raise => points.RaiseGangAsync(snapshot.Run, raise, cancellationToken),
        RunAction.OrderStop stop => points.OrderStopAsync(stop, cancellationToken),
        RunAction.Advance advance => points.AdvanceAsync(snapshot, advance, runtime, cancellationToken),
        RunAction.CancelRest rest => points.CancelRestAsync(rest.Stage, snapshot.Run, cancellationToken),
        RunAction.ScanBag scan => bagClosing.ScanAsync(snapshot, scan.Stage, runtime, cancellationToken),
        RunAction.CancelBag cancel => bagClosing.CancelAsync(snapshot, cancel.Stage, runtime, cancellationToken),
        RunAction.CloseStage close => closing.CloseAsync(snapshot.Run, snapshot.Stages, close.Stage, cancellationToken),
        RunAction.Finish finish => FinishAsync(snapshot.Run, finish, runtime, cancellationToken),
        _ => throw new InvalidOperationException($"nothing does {action}"),
    };

    private async Task<bool> BeginAsync(RunState run, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (!runtime.IsWithinLimits && await limits.RefusesAsync(run, cancellationToken))
        {
            return true;
        }

        runtime.IsWithinLimits = true;

        // Without the workers that it needs it would hold its keys for nothing; where nobody measures at all, nobody else needs them.
        var lack = watch.HasMeasureWorker && run.Spec.Workers > 1 ? missing.OfBeginning(run) : "";
        if (lack.Length > 0 ? await StaysOutAsync(run, lack, runtime, cancellationToken) : !await TryTakeKeysAsync(run, runtime, cancellationToken))
        {
            return false;
        }

        runtime.IsAside = lack.Length > 0;
        var stages = plans.Of(run, time.GetUtcNow());
        var started = plans.Planned(run) with { Status = RunStatus.Running, Reason = "", StartedAt = time.GetUtcNow(), Aside = runtime.IsAside };
        if (await runs.TryWriteAsync(started, stages, cancellationToken) is not null)
        {
            runtime.WaitReason = "";
            await events.AppendAsync(run.RunId, RunStages.Describe(started, stages), cancellationToken);
        }

        return true;
    }

    /// <summary>
    /// Of a run that lacks workers: it begins without keys, and its messages call for workers, but those of one run only. The messages of all that wait would call for as many
    /// workers as the pool may have.
    /// </summary>
    private async Task<bool> StaysOutAsync(RunState run, string lack, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        await turns.GiveKeysBackAsync(run, runtime, cancellationToken);
        var staysOut = waiting.IsAnyAside(runtime);
        if (staysOut)
        {
            await reasons.WaitForWorkersAsync(run, lack, runtime, cancellationToken);
        }

        return staysOut;
    }

    /// <summary>False when it is not the run's turn: then it sleeps until it may be.</summary>
    private async Task<bool> TryTakeKeysAsync(RunState run, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        runtime.WithoutWorkersSince = null;
        if ((waiting.InTheWayOf(run) ?? await keys.TakeAsync(run, cancellationToken)) is { } holder)
        {
            await reasons.WriteAsync(run, $"waits for run {holder}, which measures the same target or hosts", runtime, cancellationToken);
            runtime.SleepForKeys(keys.Of(run), time);
            return false;
        }

        runtime.HoldsKeys = true;
        runtime.WantedKeys = [];
        return true;
    }

    /// <summary>Keys and digest before the header: once that is terminal nobody looks after them any more. Nobody waits for the keys while the digest is written.</summary>
    private async Task FinishAsync(RunState run, RunAction.Finish finish, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        await keys.ReleaseAsync(run, cancellationToken);
        var ending = run with { Status = finish.Status, Reason = finish.Reason, EndedAt = time.GetUtcNow() };

        // Begun anew when the header was changed meanwhile: trend and digest are of the header that says that the run has ended.
        if (await runtime.LongStep.ContinueAsync("figures " + run.ETag, () => figures.AddAsync(ending, cancellationToken), time) is { } ended
            && await runs.TryReplaceAsync(ended, cancellationToken) is not null)
        {
            await events.AppendAsync(run.RunId, RunEvent.Ending(ended.Status, ended.Reason), cancellationToken);
            LogFinished(run.RunId, ended.Status, ended.Reason);
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Run {RunId} has no header; forgotten")]
    private partial void LogMissing(string runId);

    [LoggerMessage(Level = LogLevel.Information, Message = "Run {RunId} ended: {Status} {Reason}")]
    private partial void LogFinished(string runId, RunStatus status, string reason);
}
