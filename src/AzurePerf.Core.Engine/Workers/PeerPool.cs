namespace AzurePerf.Core.Workers;

/// <summary>Whether workers of the pool peer can answer.</summary>
public static class PeerPool
{
    /// <summary>
    /// Why a point between two workers cannot be measured, in one sentence; empty while it may be. A pool without workers is no reason: its
    /// first message starts one, and that one tries itself.
    /// </summary>
    /// <param name="alive">All live workers.</param>
    public static string Refusal(IEnumerable<WorkerState> alive)
    {
        WorkerState[] peers = [.. alive.Where(worker => worker is { Pool: WorkerPool.Peer, Draining: false })];
        return peers.Length > 0 && peers.All(peer => peer.PeerTrial is { Reached: false })
            ? $"no peer can be reached: worker {peers[^1].WorkerId} does not reach itself by {peers[^1].PeerTrial!.Way} "
                + $"({peers[^1].PeerTrial!.Said}); look at the TCP ingress of the app that runs the pool {WorkerPool.Peer}"
            : "";
    }
}
