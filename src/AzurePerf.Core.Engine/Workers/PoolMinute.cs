namespace AzurePerf.Core.Workers;

/// <summary>What the TaskManager saw of the pools in one minute.</summary>
/// <param name="At">When it looked.</param>
/// <param name="Pools">One entry for each pool.</param>
public sealed record PoolMinute(DateTimeOffset At, IReadOnlyList<PoolCount> Pools)
{
    /// <summary>Minutes that are kept: a day. Each takes the place of the one a day before.</summary>
    public const int Kept = 24 * 60;

    /// <summary>The place of a time among them.</summary>
    public static int SlotOf(DateTimeOffset at) => (at.UtcDateTime.Hour * 60) + at.UtcDateTime.Minute;
}

/// <summary>How many workers a pool had in a minute.</summary>
/// <param name="Pool">See <see cref="WorkerPool"/>.</param>
/// <param name="Workers">Those that were alive.</param>
/// <param name="Slots">Tasks that they could execute at once.</param>
/// <param name="Running">Tasks that they executed.</param>
public sealed record PoolCount(string Pool, int Workers, int Slots, int Running)
{
    /// <summary>One entry for each pool, in their order.</summary>
    /// <param name="alive">Workers that are alive.</param>
    public static IReadOnlyList<PoolCount> Of(IReadOnlyCollection<WorkerState> alive)
    {
        ArgumentNullException.ThrowIfNull(alive);
        return [.. WorkerPool.All.Select(pool => Of(pool, [.. alive.Where(worker => worker.Pool == pool)]))];
    }

    private static PoolCount Of(string pool, WorkerState[] workers) =>
        new(pool, workers.Length, workers.Sum(worker => worker.Slots), workers.Sum(worker => worker.Running.Count));
}
