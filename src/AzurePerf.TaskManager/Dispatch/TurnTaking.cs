using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Lets other runs go before one that lacks workers, and lets that one go on when they have come. Its messages stay out meanwhile:
/// they call for workers.</summary>
internal sealed class TurnTaking(
    RunStore runs, EventStore events, ExclusivityKeys keys, WaitingRuns waiting, WaitReasons reasons, TimeProvider time)
{
    /// <summary>False when it is not the run's turn: then it sleeps until it may be.</summary>
    public async Task<bool> TryTakeKeysAsync(RunState run, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        runtime.WithoutWorkersSince = null;
        if ((waiting.InTheWayOf(run) ?? await keys.TakeAsync(run, cancellationToken)) is { } holder)
        {
            await reasons.WriteAsync(
                run, $"waits for run {holder}, which measures the same target or hosts",
                new(RunWaitCause.Run, time.GetUtcNow()) { RunId = holder }, runtime, cancellationToken);
            runtime.SleepForKeys(keys.Of(run), time);
            return false;
        }

        runtime.HoldsKeys = true;
        runtime.WantedKeys = [];
        return true;
    }

    /// <summary>First the header: from then on no task of the run begins. The keys go back when nothing of it is executed any
    /// more.</summary>
    public async Task StandAsideAsync(RunSnapshot snapshot, CancellationToken cancellationToken)
    {
        if (await runs.TryReplaceAsync(snapshot.Run with { Aside = true }, cancellationToken) is { } aside)
        {
            await events.AppendAsync(
                aside.RunId, $"{MissingPool.Words(snapshot.MissingWorkers)}; lets other runs go first until then", cancellationToken);
        }
    }

    /// <summary>
    /// Gives keys back as an earlier turn found them, before the header was read that says that they go back: where this process stood
    /// still and leads no more, another one may have taken them again for the run, and let it go on.
    /// </summary>
    /// <returns>False while the run holds any: the next turn, which only who leads begins, gives them back.</returns>
    public async Task<bool> TryGiveKeysBackAsync(RunState run, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (runtime.KeysToGiveBack.Count > 0)
        {
            // Until they are read again nobody knows: where that fails, another run may have them already.
            runtime.HoldsKeys = null;
        }

        await keys.GiveBackAsync(runtime.KeysToGiveBack, cancellationToken);
        runtime.KeysToGiveBack = await keys.HeldByAsync(run, cancellationToken);
        if (runtime.KeysToGiveBack.Count > 0)
        {
            return false;
        }

        runtime.HoldsKeys = false;
        runtime.WantedKeys = [];
        return true;
    }

    /// <summary>The messages that workers passed on meanwhile are hidden for a while: its tasks get new ones.</summary>
    public async Task GoOnAsync(RunState run, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var reason = run.Status == RunStatus.Running ? "" : run.Reason;
        if (await runs.TryReplaceAsync(run with { Aside = false, Reason = reason, Wait = null }, cancellationToken) is not null)
        {
            runtime.ForgetDispatched();
            runtime.WaitReason = "";
            await events.AppendAsync(run.RunId, "goes on: the workers that it waited for are there", cancellationToken);
        }
    }
}
