using System.Net.Sockets;

namespace AzurePerf.Probes.Network;

/// <summary>
/// Receives a stream in blocks, and sleeps until enough has come (SO_RCVLOWAT, see socket(7)). Woken at each segment, a receiver that is faster than its sender sleeps and wakes
/// more often than it reads a block, and each time the sender pays for the waking. A receiver of both directions, so that both are measured alike.
/// </summary>
public sealed class BlockReceiver(Socket socket, TimeProvider time)
{
    /// <summary>How much later than it came a byte may be seen: a hundredth of the bins that bytes are counted in.</summary>
    public const long DelayNanoseconds = 1_000_000;

    private int _mark = 1;
    private long? _last;

    /// <summary>Until how many bytes have come the next read sleeps: what comes in <see cref="DelayNanoseconds"/> at the rate of the last read, from 1 to a block.</summary>
    /// <param name="received">Bytes of the last read.</param>
    /// <param name="nanoseconds">From the read before it to its end.</param>
    /// <param name="blockBytes">The most that a read takes.</param>
    public static int MarkOf(int received, long nanoseconds, int blockBytes) =>
        (int)Math.Clamp(received * DelayNanoseconds / Math.Max(1, nanoseconds), 1, blockBytes);

    /// <summary>Receives at most a block and at least a byte; 0 bytes say that the sender has ended.</summary>
    /// <param name="block">No longer than what is still to come: a receiver that sleeps for more is not woken.</param>
    public int Receive(Span<byte> block)
    {
        if (_mark > block.Length)
        {
            Set(block.Length);
        }

        var received = socket.Receive(block);
        var now = time.GetTimestamp();
        if (_last is { } last)
        {
            Follow(MarkOf(received, (long)time.GetElapsedTime(last, now).TotalNanoseconds, block.Length));
        }

        _last = now;
        return received;
    }

    /// <summary>The stream is over: what follows on the connection is received as it comes.</summary>
    public void End() => Set(1);

    /// <summary>A change of less than half or double is not worth a call.</summary>
    private void Follow(int mark)
    {
        if (mark >= 2L * _mark || mark <= _mark / 2)
        {
            Set(mark);
        }
    }

    private void Set(int mark)
    {
        if (OperatingSystem.IsLinux())
        {
            socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReceiveLowWater, mark);
            _mark = mark;
        }
    }
}
