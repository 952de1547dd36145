using System.Diagnostics;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tracing;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>
/// Carries one run forward: reads what is stored, asks <see cref="RunDecisions"/>, writes what it says, until there is nothing to do. A
/// write that finds its row changed is no error: the next look decides anew. What an action means for the tasks of the open stage is left
/// to the dispatcher of its shape.
/// </summary>
internal sealed partial class RunReconciler(
    RunDecisions decisions,
    RunSnapshots snapshots,
    IEnumerable<IRunGuard> guards,
    IEnumerable<IStageDispatcher> dispatchers,
    RunLifecycle lifecycle,
    RunStore runs,
    EngineTimes times,
    TimeProvider time,
    ILogger<RunReconciler> logger)
{
    /// <summary>Steps of one run in one round, so that no run keeps the others waiting.</summary>
    private const int MostSteps = 200;

    private readonly IRunGuard[] _guards = [.. guards];
    private readonly IStageDispatcher[] _dispatchers = [.. dispatchers];

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

            if (!await IsEndedAsync(found, runtime, cancellationToken)
                && await StepAsync(found, runtime, cancellationToken) is var end and not StepEnd.GoOn)
            {
                return end == StepEnd.Rest;
            }
        }

        runtime.NextLook = 0;
        return true;
    }

    private async Task<bool> IsEndedAsync(RunWithStages found, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        foreach (var guard in _guards)
        {
            if (await guard.EndsAsync(found, runtime, cancellationToken))
            {
                return true;
            }
        }

        return false;
    }

    private async Task<StepEnd> StepAsync(RunWithStages found, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        runtime.NoteWatch(found.WatchedUntil, time);
        await CatchUpIndexAsync(found, runtime, cancellationToken);
        var snapshot = await snapshots.TakeAsync(found, runtime, cancellationToken);
        var open = snapshot.Stages.FirstOrDefault(stage => !stage.Closed);
        var dispatcher = open is null ? null : Array.Find(_dispatchers, dispatcher => dispatcher.Dispatches(open.Shape));
        var action = dispatcher?.UnderWay(snapshot, runtime) ?? decisions.Next(snapshot);
        runtime.WantedKeys = action is RunAction.Begin or RunAction.TakeTurn ? runtime.WantedKeys : [];
        if (dispatcher is not null)
        {
            await dispatcher.KeepLimitsAsync(snapshot, action, runtime, cancellationToken);
        }

        if (action is RunAction.Wait wait)
        {
            await lifecycle.ExplainAsync(snapshot, wait.Reason, dispatcher, runtime, cancellationToken);
            return StepEnd.Rest;
        }

        using var span = SpanOf(action, snapshot.Run);
        return await (dispatcher?.TryDo(action, snapshot, runtime, cancellationToken)
            ?? lifecycle.DoAsync(action, snapshot, runtime, cancellationToken));
    }

    /// <summary>What its owner is charged is counted from the index.</summary>
    private async Task CatchUpIndexAsync(RunWithStages found, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (runtime.IndexMayBeBehind && found.Stages.Any(stage => stage.PlanId.Length > 0))
        {
            await runs.PutIndexAsync(found.Run, cancellationToken);
            runtime.IndexMayBeBehind = false;
        }
    }

    /// <summary>
    /// A step of a run belongs to the trace of its submission, and the messages that it puts name the step. What only waits for its turn is
    /// no step.
    /// </summary>
    private static Activity? SpanOf(RunAction action, RunState run) =>
        action is RunAction.Forget or RunAction.Begin or RunAction.TakeTurn ? null
        : EngineTrace.Continue("run." + action.GetType().Name, ActivityKind.Internal, run.TraceParent)?.SetTag(MetricTags.RunId, run.RunId);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Run {RunId} has no header; forgotten")]
    private partial void LogMissing(string runId);
}
