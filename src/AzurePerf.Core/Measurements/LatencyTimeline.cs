namespace AzurePerf.Core.Measurements;

/// <summary>
/// The latencies of all clients over time, one histogram per interval of <see cref="LatencyIntervals"/>, and all of them together. Clients
/// hand over what they recorded, some operations at once, from any thread.
/// </summary>
/// <remarks>
/// Two intervals are open as counters: while fast clients are in one, slow ones still hand over what they did in the one before. A finished
/// one is kept encoded, a few kilobytes, which is all that is allocated while clients measure. What a client hands over for an interval
/// that is finished already is kept beside it and joined when the series is read.
/// </remarks>
public sealed class LatencyTimeline
{
    private readonly LatencyHistogram _total = new();
    private readonly LatencyHistogram _late = new();
    private readonly List<(int Interval, byte[] Encoded)> _finished = new(LatencyIntervals.OfOneLength);
    private readonly byte[] _buffer = new byte[LatencyHistogramEncoding.MaximumBytes];
    private readonly Lock _lock = new();
    private readonly List<int> _reached = [];

    /// <summary>Of the interval <see cref="_interval"/>.</summary>
    private LatencyHistogram _open = new();

    /// <summary>Of the interval after it.</summary>
    private LatencyHistogram _next = new();

    private int _interval;
    private int _told;

    /// <summary>
    /// Called with the latencies of an interval when nobody who joined will hand over more of it, in the order of time, by one thread at a
    /// time; null for nobody. Never told are empty intervals, and the last one, which the end cuts off.
    /// </summary>
    public Action<LatencyHistogram>? IntervalFinished { get; init; }

    private int LastInterval => _next.IsEmpty ? _interval : _interval + 1;

    /// <summary>Announces one who will hand over; called before any does.</summary>
    /// <returns>Its number, from 0.</returns>
    public int Join()
    {
        lock (_lock)
        {
            _reached.Add(0);
            return _reached.Count - 1;
        }
    }

    /// <summary>Adds what one who joined recorded in an interval; it is copied.</summary>
    /// <param name="member">Who.</param>
    /// <param name="interval">The interval.</param>
    /// <param name="nanoseconds">The latencies.</param>
    /// <param name="next">The interval that the next will be of, the same one or a later; null when there will be no more.</param>
    public void HandOver(int member, int interval, ReadOnlySpan<long> nanoseconds, int? next)
    {
        var reached = next ?? int.MaxValue;
        lock (_lock)
        {
            Add(interval, nanoseconds);
            if (reached == _reached[member])
            {
                return;
            }

            _reached[member] = reached;
            if (IntervalFinished is not null)
            {
                TellFinished();
            }
        }
    }

    /// <summary>Adds latencies of operations that ended in an interval; they are copied.</summary>
    public void Add(int interval, LatencyHistogram latencies)
    {
        ArgumentNullException.ThrowIfNull(latencies);
        if (latencies.IsEmpty)
        {
            return;
        }

        lock (_lock)
        {
            if (OpenOf(interval) is { } open)
            {
                open.Merge(latencies);
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
            FinishBoth();
            return _total;
        }
    }

    /// <summary>The intervals in which an operation ended, in order, each until the next is asked for: all have one memory. Nobody may add
    /// meanwhile.</summary>
    public IEnumerable<LatencyInterval> Intervals()
    {
        lock (_lock)
        {
            FinishBoth();
        }

        var latencies = new LatencyHistogram();
        foreach (var parts in _finished.GroupBy(part => part.Interval).OrderBy(parts => parts.Key))
        {
            latencies.Reset();
            foreach (var (_, encoded) in parts)
            {
                LatencyHistogramDecoder.Add(encoded, latencies);
            }

            var start = LatencyIntervals.StartOf(parts.Key);
            yield return new(start, LatencyIntervals.StartOf(parts.Key + 1) - start, latencies);
        }
    }

    private void Add(int interval, ReadOnlySpan<long> nanoseconds)
    {
        if (nanoseconds.IsEmpty)
        {
            return;
        }

        var open = OpenOf(interval);
        var into = open ?? _late;
        foreach (var latency in nanoseconds)
        {
            into.Record(latency);
        }

        if (open is null)
        {
            Finish(interval, _late);
        }
    }

    /// <summary>The counters of an interval, which may be a new one; null when it is finished.</summary>
    private LatencyHistogram? OpenOf(int interval)
    {
        if (interval > _interval + 1)
        {
            Finish(_interval, _open);
            (_open, _next) = (_next, _open);
            if (interval > _interval + 2)
            {
                Finish(_interval + 1, _open);
            }

            _interval = interval - 1;
        }

        return interval == _interval ? _open : interval > _interval ? _next : null;
    }

    /// <summary>Tells the intervals behind all who joined; when none is left, those before the last.</summary>
    private void TellFinished()
    {
        var reached = _reached.Min();
        for (var until = reached == int.MaxValue ? LastInterval : reached; _told < until; _told++)
        {
            if (Whole(_told) is { Count: > 0 } latencies)
            {
                IntervalFinished!(latencies);
            }
        }
    }

    private LatencyHistogram Whole(int interval)
    {
        var parts = _finished.Where(part => part.Interval == interval).Select(part => LatencyHistogramEncoding.Decode(part.Encoded));
        var open = interval == _interval ? _open : interval == _interval + 1 ? _next : null;
        return open is null ? LatencyHistogram.Sum(parts)
            : _finished.Any(part => part.Interval == interval) ? LatencyHistogram.Sum(parts.Append(open)) : open;
    }

    private void FinishBoth()
    {
        Finish(_interval, _open);
        Finish(_interval + 1, _next);
    }

    private void Finish(int interval, LatencyHistogram latencies)
    {
        if (!latencies.IsEmpty)
        {
            Keep(interval, latencies);
            latencies.Reset();
        }
    }

    private void Keep(int interval, LatencyHistogram latencies)
    {
        _total.Merge(latencies);
        _finished.Add((interval, _buffer[..LatencyHistogramEncoding.Encode(latencies, _buffer)]));
    }
}

/// <summary>The latencies of the operations that ended in one interval of a measurement.</summary>
/// <param name="StartNanoseconds">When it begins, since the start of the measurement.</param>
/// <param name="LengthNanoseconds">How long it lasts.</param>
/// <param name="Latencies">Every counter exactly; sums and extremes within 0.1 %.</param>
public sealed record LatencyInterval(long StartNanoseconds, long LengthNanoseconds, LatencyHistogram Latencies);
