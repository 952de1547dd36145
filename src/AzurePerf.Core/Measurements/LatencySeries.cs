namespace AzurePerf.Core.Measurements;

/// <summary>
/// The latencies of all clients over time, one histogram per interval of <see cref="LatencyIntervals"/>, and all of them together. Clients hand over what they recorded
/// once per interval, from any thread.
/// </summary>
/// <remarks>
/// One interval is open as counters; a finished one is kept encoded, a few kilobytes, which is all that is allocated while clients measure. What a slow client hands over
/// for an interval that is finished already is kept beside it and joined when the series is read.
/// </remarks>
public sealed class LatencySeries
{
    private readonly LatencyHistogram _open = new();
    private readonly LatencyHistogram _total = new();
    private readonly List<(int Interval, byte[] Encoded)> _finished = new(LatencyIntervals.OfOneLength);
    private readonly byte[] _buffer = new byte[LatencyHistogramEncoding.MaximumBytes];
    private readonly Lock _lock = new();
    private int _interval;

    /// <summary>Called with the latencies of an interval when a later one begins, by one thread at a time; null for nobody. The last one, which the end cuts off, is never told.</summary>
    public Action<LatencyHistogram>? IntervalFinished { get; init; }

    /// <summary>Adds latencies of operations that ended in an interval; they are copied.</summary>
    public void Add(int interval, LatencyHistogram latencies)
    {
        ArgumentNullException.ThrowIfNull(latencies);
        if (latencies.Count == 0)
        {
            return;
        }

        lock (_lock)
        {
            if (interval > _interval)
            {
                if (_open.Count > 0)
                {
                    IntervalFinished?.Invoke(_open);
                }

                Finish();
                _interval = interval;
            }

            if (interval == _interval)
            {
                _open.Merge(latencies);
            }
            else
            {
                Keep(interval, latencies);
            }
        }
    }

    /// <summary>All latencies, with their exact sums and extremes.</summary>
    public LatencyHistogram Total()
    {
        lock (_lock)
        {
            Finish();
            return _total;
        }
    }

    /// <summary>The intervals in which an operation ended, in order. Nobody may add meanwhile.</summary>
    public IEnumerable<LatencyInterval> Intervals()
    {
        lock (_lock)
        {
            Finish();
        }

        foreach (var parts in _finished.GroupBy(part => part.Interval).OrderBy(parts => parts.Key))
        {
            var latencies = new LatencyHistogram();
            foreach (var (_, encoded) in parts)
            {
                latencies.Merge(LatencyHistogramEncoding.Decode(encoded));
            }

            var start = LatencyIntervals.StartOf(parts.Key);
            yield return new(start, LatencyIntervals.StartOf(parts.Key + 1) - start, latencies);
        }
    }

    private void Finish()
    {
        if (_open.Count > 0)
        {
            Keep(_interval, _open);
            _open.Reset();
        }
    }

    private void Keep(int interval, LatencyHistogram latencies)
    {
        _total.Merge(latencies);
        _finished.Add((interval, _buffer[..LatencyHistogramEncoding.Encode(latencies, _buffer)]));
    }
}
