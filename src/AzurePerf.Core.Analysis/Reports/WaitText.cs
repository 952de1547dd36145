using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Reports;

/// <summary>What an open run waits for and what to do about it, in words. Page and tool say the same.</summary>
public static class WaitText
{
    /// <summary>"waiting for 1 more measure worker (has 1, needs 2)", as a clause without a full stop.</summary>
    /// <param name="wait">Of the run.</param>
    /// <param name="reason">Of the run, in the words of the TaskManager.</param>
    public static string Clause(RunWait wait, string reason)
    {
        ArgumentNullException.ThrowIfNull(wait);
        return wait.Cause switch
        {
            RunWaitCause.Workers => "waiting for " + string.Join(" and ", wait.Missing.Select(Words)),
            RunWaitCause.Run => $"waiting for run {wait.RunId}, which measures the same target or hosts",
            _ => reason,
        };
    }

    /// <summary>The clause with the time of the end, where there is one: ", given up at 2026-03-14 10:26 UTC".</summary>
    /// <param name="wait">Of the run.</param>
    /// <param name="reason">Of the run, in the words of the TaskManager.</param>
    public static string WithEnd(RunWait wait, string reason) =>
        Clause(wait, reason) + (wait.GivesUpAt is { } end ? $", given up at {NumberFormat.Minute(end)}" : "");

    /// <summary>What to do, in a sentence or two.</summary>
    /// <param name="wait">Of the run.</param>
    public static string Next(RunWait wait)
    {
        ArgumentNullException.ThrowIfNull(wait);
        return wait.Cause switch
        {
            RunWaitCause.Workers => Start(wait.Missing),
            RunWaitCause.Run => "Nothing to do: it begins when that run has ended. To begin sooner, cancel that one.",
            RunWaitCause.Target =>
                "Check the target's address and the network. In set-up the run fails after TaskManager:SetUpLimit; a point that is being "
                + "measured goes on, because an outage may be what you measure.",
            _ => "Nothing to do: it goes on when those tasks have ended. Bag workers on hosts of their own avoid it.",
        };
    }

    private static string Words(MissingPool missing) =>
        $"{NumberFormat.Count(missing.Needed - missing.Alive)} more "
        + $"{missing.Pool} {(missing.Needed - missing.Alive == 1 ? "worker" : "workers")}{missing.OfBuild()} "
        + $"(has {NumberFormat.Count(missing.Alive)}, needs {NumberFormat.Count(missing.Needed)})";

    /// <summary>Where others are of another build more workers are no help: those that start are of the newest.</summary>
    private static string Start(IReadOnlyList<MissingPool> missing) => missing.Any(pool => pool.OfBuild().Length > 0)
        ? "Only workers of one build measure together. Update all workers: then they measure the rest."
        : (missing.FirstOrDefault(pool => pool.Pool == WorkerPool.Measure) is { } measure
            ? $"Start `azureperf up --workers {NumberFormat.Count(measure.Needed)}` in place of the one that runs; what is kept on an "
                + "emulator ends with it. Or see under Workers why they end."
            : "See under Workers why they end.")
        + " A pool that scales with its queue starts them by itself, within minutes.";
}
