using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>How a pool of workers stands, in words. Tool and portal say the same.</summary>
public static class PoolText
{
    /// <summary>"2 bag workers, 16 slots, 9 in use; about 120 messages in the queue of all runs, the next has waited 3.20 s".</summary>
    public static string Of(PoolResponse pool) => string.Join("; ", [Workers(pool), .. Remarks(pool), Queue(pool)]);

    /// <summary>What keeps workers of the pool from taking tasks: holding, leaving, silent.</summary>
    public static IEnumerable<string> Remarks(PoolResponse pool)
    {
        if (pool.Holding > 0)
        {
            yield return $"{NumberFormat.Count(pool.Holding)} {(pool.Holding == 1 ? "holds" : "hold")} for another pool on the same host";
        }

        if (pool.Draining > 0)
        {
            yield return $"{NumberFormat.Count(pool.Draining)} {(pool.Draining == 1 ? "leaves" : "leave")}";
        }

        if (pool.Silent > 0)
        {
            yield return $"{NumberFormat.Count(pool.Silent)} silent for more than two heartbeats";
        }
    }

    private static string Workers(PoolResponse pool) => pool.Workers == 0
        ? $"no {pool.Pool} worker was heard of in the last two heartbeats"
        : $"{NumberFormat.Counted(pool.Workers, pool.Pool + " worker")}, {NumberFormat.Counted(pool.Slots, "slot")}, "
            + $"{NumberFormat.Count(pool.Running)} in use";

    private static string Queue(PoolResponse pool) =>
        pool.Outstanding == 0 ? "its queue is empty"
        : $"about {NumberFormat.Counted(pool.Outstanding, "message")} in the queue of all runs"
        + (pool.NextWaitsSeconds is { } waits ? $", the next has waited {NumberFormat.Duration(TimeSpan.FromSeconds(waits))}" : "");
}
