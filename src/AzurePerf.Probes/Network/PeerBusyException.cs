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
}
