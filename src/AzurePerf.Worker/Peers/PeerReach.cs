using AzurePerf.Core.Workers;

namespace AzurePerf.Worker.Peers;

/// <summary>Whether this worker can be reached as a peer. Workers of other pools need not be.</summary>
internal sealed class PeerReach(WorkerOptions options)
{
    private volatile PeerTrial? _trial = options.Pool == WorkerPool.Peer ? new(options.PeerIngress, Reached: null) : null;

    /// <summary>What is known so far; null in other pools.</summary>
    public PeerTrial? Trial => _trial;

    /// <summary>False for a peer that has not reached itself yet: a point on it would only fail.</summary>
    public bool MayTake => _trial is null or { Reached: true };

    public void Note(PeerTrial trial) => _trial = trial;
}
