namespace AzurePerf.Core.Measurements;

/// <summary>When the clients of a point were active, and so how far they ran at once. Only clients that started count, but for <see cref="AllStarted"/>.</summary>
internal sealed record ClientSpans
{
    /// <summary>Start skew, and missing activity after the last start, above which a point gets a flag.</summary>
    private const double Tolerance = 0.05;

    private ClientSpans()
    {
    }

    public bool AllStarted { get; private init; }

    /// <summary>From the first start to the last end.</summary>
    public long ElapsedNanoseconds { get; private init; }

    /// <summary>Latest minus earliest first start.</summary>
    public long StartSkewNanoseconds { get; private init; }

    /// <summary>From the latest first start to the earliest last end; 0 when somebody ended before another one started.</summary>
    public long OverlapNanoseconds { get; private init; }

    public double MedianDurationNanoseconds { get; private init; }

    /// <summary>Mean number of active clients from the latest first start to the last end, as a share of all.</summary>
    private double ActiveShare { get; init; } = 1;

    public double OverlapRatio => MedianDurationNanoseconds > 0 ? OverlapNanoseconds / MedianDurationNanoseconds : 0;

    public bool NotConcurrent => !AllStarted || StartSkewNanoseconds > Tolerance * MedianDurationNanoseconds;

    public bool RaggedEnd => ActiveShare < 1 - Tolerance;

    public static ClientSpans Of(IReadOnlyList<ClientMeasurement> clients)
    {
        var spans = clients.Where(client => client.FirstStartNanoseconds is not null)
            .Select(client => (Start: client.FirstStartNanoseconds!.Value, End: client.LastEndNanoseconds!.Value))
            .ToArray();
        if (spans.Length == 0)
        {
            return new ClientSpans();
        }

        var (firstStart, latestStart) = (spans.Min(span => span.Start), spans.Max(span => span.Start));
        var (earliestEnd, lastEnd) = (spans.Min(span => span.End), spans.Max(span => span.End));
        var allStarted = spans.Length == clients.Count;
        return new()
        {
            AllStarted = allStarted,
            ElapsedNanoseconds = lastEnd - firstStart,
            StartSkewNanoseconds = latestStart - firstStart,
            OverlapNanoseconds = allStarted ? Math.Max(0, earliestEnd - latestStart) : 0,
            MedianDurationNanoseconds = Median([.. spans.Select(span => span.End - span.Start)]),
            ActiveShare = lastEnd > latestStart
                ? spans.Sum(span => (double)Math.Max(0, span.End - latestStart)) / spans.Length / (lastEnd - latestStart)
                : 1,
        };
    }

    private static double Median(long[] values)
    {
        Array.Sort(values);
        return (values[(values.Length - 1) / 2] + (double)values[values.Length / 2]) / 2;
    }
}
