using System.Globalization;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Gives up runs that exceed a limit of the operator: one that got past the look at its submission, and one that lasts too
/// long.</summary>
internal sealed class LimitWatch(RunStore runs, EventStore events, RunAllowance allowance, LimitOptions limits, TimeProvider time)
    : IRunGuard
{
    /// <summary>Before a run begins. True when it was given up, or somebody changed it meanwhile.</summary>
    public async Task<bool> RefusesAsync(RunState run, CancellationToken cancellationToken)
    {
        if (await allowance.FaultsAsync(run, cancellationToken) is not { Count: > 0 } faults)
        {
            return false;
        }

        await GiveUpAsync(run, string.Join("; ", faults.Select(fault => $"{fault.Path}: {fault.Message}")), cancellationToken);
        return true;
    }

    /// <summary>While a run has more to do than to clean up. True when it was given up just now, or somebody changed it
    /// meanwhile.</summary>
    public async Task<bool> EndsAsync(RunWithStages found, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var run = found.Run;
        if (run.Status != RunStatus.Running || run.GivenUp.Length > 0 || run.StartedAt is not { } started
            || RunDecisions.OnlyCleansUp(found.Stages))
        {
            return false;
        }

        runtime.Left ??= await allowance.LeftAsync(run, cancellationToken);
        if (runtime.Left.DurationPerRun is not { } longest || time.GetUtcNow() - started <= longest)
        {
            return false;
        }

        await GiveUpAsync(run, ReasonOf(longest), cancellationToken);
        return true;
    }

    private string ReasonOf(TimeSpan longest) => longest == limits.DurationPerRun
        ? LongerThan(longest, nameof(LimitOptions.DurationPerRun), "allows")
        : LongerThan(longest, nameof(LimitOptions.DurationPerOwnerAndDay), "left its owner that day");

    private static string LongerThan(TimeSpan longest, string setting, string does) => string.Create(
        CultureInfo.InvariantCulture,
        $"given up: it lasts longer than {LimitOptions.Section}:{setting} {does}, {longest.TotalSeconds:0.#} s");

    private async Task GiveUpAsync(RunState run, string reason, CancellationToken cancellationToken)
    {
        if (await runs.TryReplaceAsync(run with { GivenUp = reason }, cancellationToken) is not null)
        {
            await events.AppendAsync(run.RunId, reason, cancellationToken);
        }
    }
}
