namespace AzurePerf.Worker.Execution;

/// <summary>
/// The time in which all clients of a phase are active, known to each of them while it goes on, so that each can count the work it does
/// inside.
/// </summary>
/// <remarks>
/// Counting in the loop needs no sample of each operation, so it serves points of any length with the same two reads per operation. The
/// price: an operation that another client ends between an instant's timestamp and its publication here falls on the wrong side of it. That
/// is well below a microsecond, but for a client that only learns after its last operation that it was the last: by the time of what
/// followed that operation, or by as much as it was woken late.
/// </remarks>
internal sealed class OverlapWindow(int clients)
{
    private int _notStarted = clients;
    private long _latestStart = long.MinValue;
    private long _start = long.MaxValue;
    private long _end = long.MaxValue;

    /// <summary>How much of a span that ends now lies inside.</summary>
    public long NanosecondsInside(long start, long end) =>
        Math.Max(0, Math.Min(end, Volatile.Read(ref _end)) - Math.Max(start, Volatile.Read(ref _start)));

    /// <summary>Which share of a span that ends now lies inside: 0 to 1. A span without length lies inside or does not.</summary>
    public double ShareInside(long start, long end) => end > start
        ? NanosecondsInside(start, end) / (double)(end - start)
        : end >= Volatile.Read(ref _start) && end <= Volatile.Read(ref _end) ? 1 : 0;

    /// <summary>Called once by each client that starts, with its first start.</summary>
    public void ClientStarted(long nanoseconds)
    {
        RaiseTo(ref _latestStart, nanoseconds);
        if (Interlocked.Decrement(ref _notStarted) == 0)
        {
            Volatile.Write(ref _start, Volatile.Read(ref _latestStart));
        }
    }

    /// <summary>Called once by each client that started, with the instant until which it is active: its last end, or the end of the thought
    /// after it, which may be to come.</summary>
    public void ClientEnded(long nanoseconds)
    {
        var seen = Volatile.Read(ref _end);
        while (nanoseconds < seen)
        {
            var before = Interlocked.CompareExchange(ref _end, nanoseconds, seen);
            if (before == seen)
            {
                return;
            }

            seen = before;
        }
    }

    private static void RaiseTo(ref long target, long value)
    {
        var seen = Volatile.Read(ref target);
        while (value > seen)
        {
            var before = Interlocked.CompareExchange(ref target, value, seen);
            if (before == seen)
            {
                return;
            }

            seen = before;
        }
    }
}
