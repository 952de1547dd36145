using System.Net.Sockets;

namespace AzurePerf.Worker.Peers;

/// <summary>
/// Until how many bytes have come a receiver sleeps (SO_RCVLOWAT, see socket(7)). Woken at each segment, a receiver that is faster than its sender sleeps and wakes more often
/// than it reads a block, and each time the sender pays for the waking.
/// </summary>
internal sealed class ReceiveMark(Socket socket, int blockBytes)
{
    /// <summary>How much later than it came a byte may be seen: a hundredth of the bins that bytes are counted in.</summary>
    public const long DelayNanoseconds = 1_000_000;

    private int _bytes = 1;

    /// <summary>What comes in <see cref="DelayNanoseconds"/> at the rate of the last read, from 1 to a block.</summary>
    /// <param name="received">Bytes of the last read.</param>
    /// <param name="nanoseconds">From the read before it to its end.</param>
    /// <param name="blockBytes">The most that a read takes.</param>
    public static int Of(int received, long nanoseconds, int blockBytes) =>
        (int)Math.Clamp(received * DelayNanoseconds / Math.Max(1, nanoseconds), 1, blockBytes);

    /// <summary>Follows the rate; a change of less than half or double is not worth a call.</summary>
    public void Follow(int received, long nanoseconds)
    {
        var bytes = Of(received, nanoseconds, blockBytes);
        if (OperatingSystem.IsLinux() && (bytes >= 2L * _bytes || bytes <= _bytes / 2))
        {
            socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReceiveLowWater, bytes);
            _bytes = bytes;
        }
    }
}
