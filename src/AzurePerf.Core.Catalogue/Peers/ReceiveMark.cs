namespace AzurePerf.Core.Peers;

/// <summary>
/// Until how many bytes have come a receiver sleeps (SO_RCVLOWAT, see socket(7)). Woken at each segment, a receiver that is faster than its
/// sender sleeps and wakes more often than it reads a block, and each time the sender pays for the waking. Receivers of both directions use
/// it, so that both are measured alike.
/// </summary>
/// <param name="set">Tells the connection.</param>
/// <param name="time">Paces the receiver; no time of it is measured.</param>
public sealed class ReceiveMark(Action<int> set, TimeProvider time)
{
    /// <summary>
    /// How much later than it came a byte may be seen at a steady rate: a hundredth of the bins that bytes are counted in. Where the rate
    /// falls, what comes first is seen when as much has come as came in this time before: at most a block of bytes is counted late.
    /// </summary>
    public const long DelayNanoseconds = 1_000_000;

    private int _bytes = 1;
    private long? _last;

    public ReceiveMark(Action<int> set)
        : this(set, TimeProvider.System)
    {
    }

    /// <summary>What comes in <see cref="DelayNanoseconds"/> at the rate of the last read, from 1 to a block.</summary>
    /// <param name="received">Bytes of the last read.</param>
    /// <param name="nanoseconds">From the read before it to its end.</param>
    /// <param name="blockBytes">The most that a read takes.</param>
    public static int Of(int received, long nanoseconds, int blockBytes) =>
        (int)Math.Clamp(received * DelayNanoseconds / Math.Max(1, nanoseconds), 1, blockBytes);

    /// <summary>To be called before a read.</summary>
    /// <param name="comingBytes">How much is sure to come on the connection: a receiver that sleeps for more is not woken. Less than 1 is
    /// as 1.</param>
    public void Before(long comingBytes)
    {
        if (_bytes > Math.Max(1, comingBytes))
        {
            Set((int)Math.Max(1, comingBytes));
        }
    }

    /// <summary>To be called after a read: follows the rate. A change of less than half or double is not worth a call.</summary>
    /// <param name="received">Bytes of the read.</param>
    /// <param name="blockBytes">The most that a read takes.</param>
    public void After(int received, int blockBytes)
    {
        var now = time.GetTimestamp();
        if (_last is { } last && Of(received, (long)time.GetElapsedTime(last, now).TotalNanoseconds, blockBytes) is var bytes
            && (bytes >= 2L * _bytes || bytes <= _bytes / 2))
        {
            Set(bytes);
        }

        _last = now;
    }

    private void Set(int bytes)
    {
        set(bytes);
        _bytes = bytes;
    }
}
