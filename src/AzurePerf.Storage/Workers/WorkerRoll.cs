using AzurePerf.Core.Workers;

namespace AzurePerf.Storage.Workers;

/// <summary>All workers at one look.</summary>
/// <param name="Workers">Every worker with a row, dead ones included.</param>
/// <param name="Orders">The orders that are stored, by worker.</param>
public sealed record WorkerRoll(IReadOnlyList<WorkerState> Workers, IReadOnlyDictionary<string, WorkerOrders> Orders);
