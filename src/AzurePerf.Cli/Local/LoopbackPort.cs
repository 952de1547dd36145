using System.Net;
using System.Net.Sockets;

namespace AzurePerf.Cli.Local;

/// <summary>Tells before anything is started whether the port can be had.</summary>
internal static class LoopbackPort
{
    /// <exception cref="LocalStartException">The port is taken or not allowed.</exception>
    public static void Check(int port)
    {
        using var listener = new TcpListener(IPAddress.Loopback, port);
        try
        {
            listener.Start();
        }
        catch (SocketException failure) when (failure.SocketErrorCode is SocketError.AddressAlreadyInUse or SocketError.AccessDenied)
        {
            throw new LocalStartException(failure.SocketErrorCode is SocketError.AccessDenied
                ? $"port {port} is not allowed to this user: choose another with --port"
                : $"port {port} is in use: stop what uses it or choose another with --port");
        }
    }
}
