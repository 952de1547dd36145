using AzurePerf.Core.Experiments;
using AzurePerf.Probes.Targets.Peer;

namespace AzurePerf.Probes.Network;

/// <summary>Tries the way to a peer without measuring it.</summary>
public static class PeerProof
{
    /// <summary>Connects once, shakes hands, and ends the connection.</summary>
    /// <param name="access">The way.</param>
    /// <param name="load">What the other side serves.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="IOException">Nobody who knows the key is there; the message lists what was tried.</exception>
    public static void Prove(this PeerAccess access, MeasurementOptions load, CancellationToken cancellationToken) =>
        PeerConnection.Open(access, PeerLimits.RequestOf(load, stream: 0), cancellationToken).Dispose();
}
