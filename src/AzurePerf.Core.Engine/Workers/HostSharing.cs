namespace AzurePerf.Core.Workers;

/// <summary>
/// Keeps bag tasks away from hosts that measure. While runs measure, bag workers on the same host as a measure worker, or as one that
/// answers it, hold; such a worker that came later than a bag worker of its host waits until that one holds and is idle.
/// </summary>
public static class HostSharing
{
    /// <summary>Whether a worker shall hold, or null to leave it as it is.</summary>
    /// <param name="worker">A live worker.</param>
    /// <param name="alive">All live workers.</param>
    /// <param name="measuring">Whether any run measures or is about to.</param>
    /// <param name="holdsFirmly">Whether a worker that says that it holds cannot have been told otherwise since.</param>
    public static bool? ShallHold(
        WorkerState worker, IReadOnlyCollection<WorkerState> alive, bool measuring, Func<WorkerState, bool> holdsFirmly)
    {
        var others = alive.Where(other => Disturbs(other, worker));
        return !measuring ? false
            : IsBag(worker) ? others.Any()
            : others.All(other => IsQuiet(other, holdsFirmly)) ? false
            : null;
    }

    /// <summary>True when no bag task is or will be executed on any host that has a measure worker.</summary>
    /// <param name="alive">All live workers.</param>
    /// <param name="holdsFirmly">Whether a worker that says that it holds cannot have been told otherwise since.</param>
    public static bool MeasuringHostsAreFree(IReadOnlyCollection<WorkerState> alive, Func<WorkerState, bool> holdsFirmly)
    {
        var measuring = alive.Where(worker => !IsBag(worker)).Select(worker => worker.HostId).ToHashSet();
        return alive.Where(worker => IsBag(worker) && measuring.Contains(worker.HostId)).All(worker => IsQuiet(worker, holdsFirmly));
    }

    /// <summary>
    /// True when a worker that has just stored its first row may take tasks without being told: none of the other pool has a row on its
    /// host. Both write before they look, so of two that start together at least one sees the other.
    /// </summary>
    public static bool MayBeginAtOnce(WorkerState newcomer, IEnumerable<WorkerState> all) =>
        !all.Any(other => Disturbs(other, newcomer));

    private static bool Disturbs(WorkerState other, WorkerState worker) => other.HostId == worker.HostId && IsBag(other) != IsBag(worker);

    private static bool IsBag(WorkerState worker) => worker.Pool == WorkerPool.Bag;

    private static bool IsQuiet(WorkerState bag, Func<WorkerState, bool> holdsFirmly) =>
        bag.Running.Count == 0 && (bag.Draining || (bag.Holding && holdsFirmly(bag)));
}
