using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// The latencies of one client in one phase. It records into memory of its own and hands that over once per interval, so that an operation costs no lock and no memory.
/// </summary>
/// <param name="own">The client's own memory, empty.</param>
/// <param name="series">What all clients of the phase hand over to.</param>
internal sealed class ClientLatencies(LatencyHistogram own, LatencySeries series)
{
    private int _interval;
    private long _intervalEnds = LatencyIntervals.StartOf(1);

    /// <summary>Records an operation.</summary>
    /// <param name="endedAt">When it ended, in nanoseconds since the start of the phase.</param>
    /// <param name="nanoseconds">How long it took.</param>
    public void Record(long endedAt, long nanoseconds)
    {
        if (endedAt >= _intervalEnds)
        {
            Advance(endedAt);
        }

        own.Record(nanoseconds);
    }

    /// <summary>Hands over what was recorded since the last time; called when the client has ended, too.</summary>
    public void HandOver()
    {
        series.Add(_interval, own);
        own.Reset();
    }

    private void Advance(long endedAt)
    {
        HandOver();
        _interval = LatencyIntervals.IndexOf(endedAt);
        _intervalEnds = LatencyIntervals.StartOf(_interval + 1);
    }
}
