using System.Net;
using AzurePerf.Core.Peers;

namespace AzurePerf.Probes.Network;

/// <summary>How a probe reaches the worker that answers.</summary>
/// <param name="key">The common key of the execution, <see cref="PeerHandshake.KeyOf"/>.</param>
/// <param name="session">A number used once, <see cref="PeerHandshake.SessionLength"/> bytes: the same for all connections of the execution.</param>
/// <param name="endpoints">Tells where it listens, once that is known.</param>
public sealed class PeerAccess(byte[] key, byte[] session, Func<IReadOnlyList<IPEndPoint>> endpoints)
{
    /// <summary>What a reader must know of a point whose two workers share a machine.</summary>
    internal const string OneMachine = "both workers ran on one machine: what was measured is its loopback, not a network";

    internal byte[] Key => key;

    internal byte[] Session => session;

    internal IReadOnlyList<IPEndPoint> Endpoints => endpoints();
}
