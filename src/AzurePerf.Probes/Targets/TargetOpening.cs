using AzurePerf.Core.Experiments;
using AzurePerf.Probes.Targets.Peer;

namespace AzurePerf.Probes.Targets;

/// <summary>For what a target is opened.</summary>
/// <param name="Clients">Simulated clients; 0 for a task that only sets up or removes.</param>
/// <param name="LanesPerClient">Operations that each of them may have under way at once.</param>
/// <param name="OperationTimeout">After which an operation of a measured client is given up.</param>
public sealed record TargetOpening(int Clients, int LanesPerClient, TimeSpan OperationTimeout)
{
    /// <summary>How to reach the worker that answers; null for a kind whose points have none.</summary>
    public PeerAccess? Answering { get; init; }

    /// <summary>For a task without measured clients.</summary>
    /// <param name="timeout">After which what it asks of the target is given up.</param>
    public static TargetOpening ForSetUp(TimeSpan timeout) => new(Clients: 0, LanesPerClient: 1, timeout);

    /// <summary>For the clients of a point.</summary>
    public static TargetOpening ForLoad(MeasurementOptions load)
    {
        ArgumentNullException.ThrowIfNull(load);
        return new(load.Clients, load.LanesPerClient, TimeSpan.FromSeconds(load.OperationTimeoutSeconds));
    }
}
