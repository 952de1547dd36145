using System.Buffers.Binary;
using System.Net.Sockets;

namespace AzurePerf.Probes.Network;

/// <summary>What the kernel knows of a TCP connection: struct tcp_info of linux/tcp.h.</summary>
/// <param name="RttMicroseconds">Smoothed round-trip time.</param>
/// <param name="MinimumRttMicroseconds">The shortest round trip of the last minutes.</param>
/// <param name="Retransmits">Segments sent again since the connection was made.</param>
public readonly record struct TcpInfo(uint RttMicroseconds, uint MinimumRttMicroseconds, uint Retransmits)
{
    private const int Level = 6;
    private const int Option = 11;
    private const int RttOffset = 68;
    private const int RetransmitsOffset = 100;
    private const int MinimumRttOffset = 148;

    /// <summary>Null where the system has no such thing, or an older one.</summary>
    public static TcpInfo? Of(Socket socket)
    {
        if (!OperatingSystem.IsLinux())
        {
            return null;
        }

        Span<byte> info = stackalloc byte[MinimumRttOffset + sizeof(uint)];
        return socket.GetRawSocketOption(Level, Option, info) < info.Length
            ? null
            : new(At(info, RttOffset), At(info, MinimumRttOffset), At(info, RetransmitsOffset));
    }

    private static uint At(ReadOnlySpan<byte> info, int offset) => BinaryPrimitives.ReadUInt32LittleEndian(info[offset..]);
}
