using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// What all lanes of an open loop record into: one memory and one lock, because memory for each of thousands of lanes would be gigabytes,
/// and a given rate is seldom so high that they meet.
/// </summary>
/// <param name="arrivals">How operations arrive.</param>
/// <param name="series">The latencies of the phase.</param>
internal sealed class OpenLoopRecorder(ArrivalKind arrivals, LatencyTimeline series)
{
    private readonly Lock _lock = new();
    private readonly ClientLatencies _latencies = new(series);
    private readonly LatencyHistogram _serviceTimes = new();
    private readonly LatencyHistogram _lags = new();
    private readonly LagTimeline _lagOverTime = new();

    /// <summary>Records a successful operation. All instants are nanoseconds since the gate opened.</summary>
    public void Succeeded(long intended, long start, long end)
    {
        lock (_lock)
        {
            // Lanes that end at about the same time may come here in another order; the log then has an operation in the next interval.
            _latencies.Record(end, end - intended);
            _serviceTimes.Record(end - start);
            RecordLag(intended, start);
        }
    }

    /// <summary>Records when an operation that failed had started.</summary>
    public void Failed(long intended, long start, long end)
    {
        lock (_lock)
        {
            _latencies.Reach(end);
            RecordLag(intended, start);
        }
    }

    /// <summary>Called when the last lane of a client has left, so that the series is complete when all have.</summary>
    public void HandOver()
    {
        lock (_lock)
        {
            _latencies.HandOver();
        }
    }

    /// <summary>What was observed, after all lanes have left.</summary>
    public OpenLoopObservations Read() => new(arrivals, _serviceTimes, _lags, _lagOverTime);

    private void RecordLag(long intended, long start)
    {
        _lags.Record(start - intended);
        _lagOverTime.Add(intended, start - intended);
    }
}
