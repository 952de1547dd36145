namespace AzurePerf.Core.Api;

/// <summary>What a worker is doing for a run, as of its last heartbeat.</summary>
/// <param name="WorkerId">The worker process.</param>
/// <param name="Stage">prepare, measure or clean.</param>
/// <param name="Point">The point being measured, from 1; null in other stages.</param>
/// <param name="Phase">setUp, warmUp, measuring or storing.</param>
/// <param name="OperationsDone">Operations ended in this phase.</param>
/// <param name="OperationsPlanned">Operations planned for the measurement; 0 when it ends by time or bytes.</param>
public sealed record ActivityResponse(string WorkerId, string Stage, int? Point, string Phase, long OperationsDone, long OperationsPlanned)
{
    /// <summary>Operations per second of all workers that measure the run, since each began to; null while none measures.</summary>
    public double? OperationsPerSecond { get; init; }

    /// <summary>Workers that execute tasks of the run.</summary>
    public int Workers { get; init; }
}
