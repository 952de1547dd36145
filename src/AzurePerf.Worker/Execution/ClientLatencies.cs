using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// The latencies of one client in one phase. It records into memory of its own and hands that over once per interval, so that an operation
/// costs no lock and no memory.
/// </summary>
/// <param name="own">The client's own memory, empty.</param>
/// <param name="series">What all clients of the phase hand over to.</param>
internal sealed class ClientLatencies(LatencyHistogram own, LatencyTimeline series)
{
    private readonly int _member = series.Join();
    private int _interval;
    private long _intervalEnds = LatencyIntervals.StartOf(1);

    /// <summary>Records an operation.</summary>
    /// <param name="endedAt">When it ended, in nanoseconds since the start of the phase.</param>
    /// <param name="nanoseconds">How long it took.</param>
    public void Record(long endedAt, long nanoseconds)
    {
        Reach(endedAt);
        own.Record(nanoseconds);
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
        series.HandOver(_member, _interval, own, next);
        own.Reset();
    }
}
