using System.Net;
using AzurePerf.Core.Peers;

namespace AzurePerf.Probes.Targets.Peer;

/// <summary>How a probe reaches the worker that answers.</summary>
/// <param name="key">The common key of the execution, <see cref="PeerHandshake.KeyOf"/>.</param>
/// <param name="session">A number used once, <see cref="PeerHandshake.SessionLength"/> bytes: the same for all connections of the
/// execution.</param>
/// <param name="route">Tells where it listens, once that is known.</param>
public sealed class PeerAccess(byte[] key, byte[] session, Func<PeerRoute> route)
{
    /// <summary>What a reader must know of a point whose two workers share a machine.</summary>
    internal const string OneMachine = "both workers ran on one machine: what was measured is its loopback, not a network";

    /// <summary>What a reader must know of a point between workers that cannot reach each other.</summary>
    internal const string Proxied =
        "through the environment's proxy: what the kernel says of round trips and lost segments is the way to the proxy only";

    internal byte[] Key => key;

    internal byte[] Session => session;

    internal IReadOnlyList<EndPoint> Endpoints => route().Endpoints;

    /// <summary>True when the way leads through a proxy.</summary>
    public bool ThroughProxy => route().ThroughProxy;
}
