using System.Net;

namespace AzurePerf.Core.Peers;

/// <summary>How the worker that measures reaches the one that answers.</summary>
/// <param name="Endpoints">Where to try, the likeliest first.</param>
/// <param name="ThroughProxy">True when that is a name which the operator configured, with a proxy behind it.</param>
public sealed record PeerRoute(IReadOnlyList<EndPoint> Endpoints, bool ThroughProxy = false)
{
    /// <summary>Reads what the answering worker told.</summary>
    /// <param name="told">Addresses with ports, or the name of the ingress.</param>
    /// <param name="ingress">The name and port that this worker's own operator configured; empty for none. No other name is ever resolved,
    /// whoever tells it.</param>
    /// <exception cref="InvalidDataException">It is neither.</exception>
    public static PeerRoute Read(string told, string ingress) => ingress.Length > 0 && told == ingress
        ? new([PeerEndpoints.Named(ingress)], ThroughProxy: true)
        : new(PeerEndpoints.Read(told));
}
