namespace AzurePerf.Core.Workers;

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

    private static PoolCount Of(string pool, WorkerState[] workers) => new(pool, workers.Length, workers.Sum(worker => worker.Slots), workers.Sum(worker => worker.Running.Count));
}
