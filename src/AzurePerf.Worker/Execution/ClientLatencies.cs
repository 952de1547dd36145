using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// The latencies of one client in one phase. It keeps the last ones to itself and hands them over when there are enough or an interval is
/// over, so that hardly ever one client waits for another, an operation costs no memory, and many clients take no more of it than few.
/// </summary>
/// <param name="series">What all clients of the phase hand over to.</param>
internal sealed class ClientLatencies(LatencyTimeline series)
{
    /// <summary>With fewer, clients with fast operations on many cores would often wait for each other.</summary>
    private const int HandedOverAtOnce = 512;

    private readonly int _member = series.Join();
    private readonly long[] _kept = new long[HandedOverAtOnce];
    private int _keptCount;
    private int _interval;
    private long _intervalEnds = LatencyIntervals.StartOf(1);

    /// <summary>Records an operation.</summary>
    /// <param name="endedAt">When it ended, in nanoseconds since the start of the phase.</param>
    /// <param name="nanoseconds">How long it took.</param>
    public void Record(long endedAt, long nanoseconds)
    {
        Reach(endedAt);
        _kept[_keptCount++] = nanoseconds;
        if (_keptCount == _kept.Length)
        {
            HandOver(next: _interval);
        }
    }

    /// <summary>Says that an instant is reached, though nothing is recorded: others may wait for what was.</summary>
    public void Reach(long nanoseconds)
    {
        if (nanoseconds >= _intervalEnds)
        {
            Advance(nanoseconds);
        }
    }

    /// <summary>Hands over what was recorded since the last time; called when the client has ended.</summary>
    public void HandOver() => HandOver(next: null);

    private void Advance(long reached)
    {
        var next = LatencyIntervals.IndexOf(reached);
        HandOver(next);
        _interval = next;
        _intervalEnds = LatencyIntervals.StartOf(next + 1);
    }

    private void HandOver(int? next)
    {
        series.HandOver(_member, _interval, _kept.AsSpan(0, _keptCount), next);
        _keptCount = 0;
    }
}
