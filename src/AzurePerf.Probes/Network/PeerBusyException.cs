using System.Net.Sockets;

namespace AzurePerf.Probes.Network;

/// <summary>The peer is there and has no place now.</summary>
internal sealed class PeerBusyException : IOException
{
    public PeerBusyException()
    {
    }

    public PeerBusyException(string message)
        : this(message, new SocketException((int)SocketError.ConnectionReset))
    {
    }

    public PeerBusyException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>True when it may be no want of a place: few more tries are worth it.</summary>
    public bool MayBeWrong { get; init; }
}
