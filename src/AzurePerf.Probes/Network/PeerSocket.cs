using System.Net;
using System.Net.Sockets;
using AzurePerf.Core.Peers;

namespace AzurePerf.Probes.Network;

/// <summary>
/// Blocking sends and receives. A socket that is used so never gets an asynchronous call: after the first one .NET keeps it non-blocking
/// and emulates what blocks, at a cost that would be measured.
/// </summary>
public static class PeerSocket
{
    /// <summary>Sends what it can of a block.</summary>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public static int SendSome(Socket socket, ReadOnlySpan<byte> block)
    {
        try
        {
            return socket.Send(block);
        }
        catch (SocketException lost) when (lost.SocketErrorCode == SocketError.TimedOut)
        {
            // A blocking send of which the kernel took a part before the connection broke is reported as one that timed out, although it
            // has no time-out.
            throw new SocketException((int)SocketError.ConnectionReset);
        }
    }

    /// <summary>Receives at most a block, asleep until the mark is reached; 0 bytes say that the sender has ended.</summary>
    /// <param name="block">No longer than what is still to come.</param>
    public static int ReceiveSome(Socket socket, Span<byte> block, ReceiveMark mark)
    {
        mark.Before(block.Length);
        var received = socket.Receive(block);
        mark.After(received, block.Length);
        return received;
    }

    /// <summary>How many bytes a sleeping receiver waits for. Only Linux can be told; elsewhere it is woken by the first.</summary>
    public static void SetReceiveMark(Socket socket, int bytes)
    {
        if (OperatingSystem.IsLinux())
        {
            socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReceiveLowWater, bytes);
        }
    }

    /// <summary>True when both ends have one address: what is measured is the loopback of one machine, whatever the address.</summary>
    public static bool StaysOnOneMachine(Socket socket) =>
        socket.LocalEndPoint is IPEndPoint local && socket.RemoteEndPoint is IPEndPoint remote
            && LeadsToItself(local.Address, remote.Address);

    /// <summary>The same of the addresses of both ends, which may be IPv4 addresses in the form of IPv6.</summary>
    internal static bool LeadsToItself(IPAddress local, IPAddress remote) =>
        local.Equals(remote) || IPAddress.IsLoopback(remote.IsIPv4MappedToIPv6 ? remote.MapToIPv4() : remote);

    /// <summary>Sends everything.</summary>
    public static void SendAll(Socket socket, ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            bytes = bytes[SendSome(socket, bytes)..];
        }
    }

    /// <summary>As <see cref="SendAll"/>, without ever sleeping, on a socket that does not block.</summary>
    public static void SendAllAwake(Socket socket, ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            var sent = socket.Send(bytes, SocketFlags.None, out var error);
            bytes = error is SocketError.Success or SocketError.WouldBlock ? bytes[sent..] : throw new SocketException((int)error);
        }
    }

    /// <summary>Fills the buffer; false when the other side ended before its first byte.</summary>
    /// <exception cref="IOException">It ended later than that.</exception>
    public static bool ReceiveAll(Socket socket, Span<byte> buffer)
    {
        var got = 0;
        while (got < buffer.Length)
        {
            var received = socket.Receive(buffer[got..]);
            if (received == 0)
            {
                return got == 0 ? false : throw Reset($"the peer ended the connection after {got} of {buffer.Length} bytes");
            }

            got += received;
        }

        return true;
    }

    /// <summary>As <see cref="ReceiveAll"/>, without ever sleeping, on a socket that does not block.</summary>
    public static bool ReceiveAllAwake(Socket socket, Span<byte> buffer, CancellationToken cancellationToken)
    {
        var got = 0;
        while (got < buffer.Length)
        {
            var received = socket.Receive(buffer[got..], SocketFlags.None, out var error);
            if (error == SocketError.WouldBlock)
            {
                cancellationToken.ThrowIfCancellationRequested();
            }
            else if (error != SocketError.Success)
            {
                throw new SocketException((int)error);
            }
            else if (received == 0)
            {
                return got == 0 ? false : throw Reset($"the peer ended the connection after {got} of {buffer.Length} bytes");
            }
            else
            {
                got += received;
            }
        }

        return true;
    }

    /// <summary>A connection that was lost, said in words.</summary>
    public static IOException Reset(string message) => new(message, new SocketException((int)SocketError.ConnectionReset));
}
