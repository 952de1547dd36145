using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>
/// Begins a run: within the operator's limits, with its keys or, where it lacks workers, aside, it is planned and its first stage opened.
/// </summary>
internal sealed class RunBeginning(
    RunStages plans, RunStore runs, EventStore events, LimitWatch limits, TurnTaking turns, WaitingRuns waiting, WaitReasons reasons,
    MissingWorkers missing, TimeProvider time)
{
    /// <summary>False when it must wait.</summary>
    public async Task<bool> TryBeginAsync(RunState run, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (!runtime.IsWithinLimits && await limits.RefusesAsync(run, cancellationToken))
        {
            return true;
        }

        runtime.IsWithinLimits = true;

        // Without the workers that it needs it would hold its keys for nothing; where nobody measures at all, nobody else needs them.
        var lack = missing.OfBeginning(run);
        if (lack.Count > 0
            ? await StaysOutAsync(run, lack, runtime, cancellationToken)
            : !await turns.TryTakeKeysAsync(run, runtime, cancellationToken))
        {
            return false;
        }

        runtime.IsAside = lack.Count > 0;
        var stages = plans.Of(run, time.GetUtcNow());
        var started = plans.Planned(run) with
        {
            Status = RunStatus.Running,
            Reason = "",
            Wait = null,
            StartedAt = time.GetUtcNow(),
            Aside = runtime.IsAside,
        };
        if (await runs.TryWriteAsync(started, stages, cancellationToken) is not null

            // Also where its answer was lost and somebody tagged the run before it was asked for again: nobody else began it in this tick.
            || (await runs.FindAsync(run.RunId, cancellationToken))?.StartedAt == started.StartedAt)
        {
            runtime.WaitReason = "";
            await events.AppendAsync(run.RunId, RunStages.Describe(started, stages), cancellationToken);
        }

        return true;
    }

    /// <summary>
    /// Of a run that lacks workers: it begins without keys, and its messages call for workers, but those of one run only. The messages of
    /// all that wait would call for as many workers as the pool may have.
    /// </summary>
    private async Task<bool> StaysOutAsync(
        RunState run, IReadOnlyList<MissingPool> lack, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (!await turns.TryGiveKeysBackAsync(run, runtime, cancellationToken))
        {
            return true;
        }

        var staysOut = waiting.IsAnyAside(runtime);
        if (staysOut)
        {
            await reasons.WaitForWorkersAsync(run, lack, runtime, cancellationToken);
        }

        return staysOut;
    }
}
