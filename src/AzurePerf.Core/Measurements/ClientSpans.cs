namespace AzurePerf.Core.Measurements;

/// <summary>When the clients of a point were active, and so how far they ran at once. Only clients that started count, but for
/// <see cref="AllStarted"/>.</summary>
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

    /// <summary>From the first start until no client was active, and so with the last thought of clients that think.</summary>
    public long ActiveNanoseconds { get; private init; }

    /// <summary>Latest minus earliest first start.</summary>
    public long StartSkewNanoseconds { get; private init; }

    /// <summary>By how much the skew may be wrong: what the two members with the largest bounds may be off together.</summary>
    public long StartSkewBoundNanoseconds { get; private init; }

    /// <summary>The latest instant at which a first start may have been.</summary>
    public long OverlapStartNanoseconds { get; private init; }

    /// <summary>From there to the earliest instant at which a client may have ceased to be active; 0 when somebody ended before another one
    /// started.</summary>
    public long OverlapNanoseconds { get; private init; }

    public double MedianDurationNanoseconds { get; private init; }

    /// <summary>Mean number of active clients from the latest first start until no client was active, as a share of all.</summary>
    private double ActiveShare { get; init; } = 1;

    private int Started { get; init; }

    /// <summary>Mean number of active clients from the latest first start until no client was active.</summary>
    public double MeanActive => ActiveShare * Started;

    public double OverlapRatio => MedianDurationNanoseconds > 0 ? OverlapNanoseconds / MedianDurationNanoseconds : 0;

    public bool NotConcurrent => !AllStarted || StartSkewNanoseconds + StartSkewBoundNanoseconds > Tolerance * MedianDurationNanoseconds;

    public bool RaggedEnd => ActiveShare < 1 - Tolerance;

    public static ClientSpans Of(IReadOnlyList<ClientMeasurement> clients)
    {
        var spans = clients.Where(client => client.ActiveFromNanoseconds is not null)
            .Select(client =>
                (Start: client.ActiveFromNanoseconds!.Value, End: client.ActiveUntilNanoseconds!.Value,
                    Bound: client.ClockBoundNanoseconds))
            .ToArray();
        if (spans.Length == 0)
        {
            return new ClientSpans();
        }

        var (firstStart, latestStart) = (spans.Min(span => span.Start), spans.Max(span => span.Start));
        var lastEnd = spans.Max(span => span.End);
        var (overlapStart, overlapEnd) = (spans.Max(span => span.Start + span.Bound), spans.Min(span => span.End - span.Bound));
        var allStarted = spans.Length == clients.Count;
        return new()
        {
            AllStarted = allStarted,
            Started = spans.Length,
            ElapsedNanoseconds = clients.Max(client => client.WorkedUntilNanoseconds)!.Value - firstStart,
            ActiveNanoseconds = lastEnd - firstStart,
            StartSkewNanoseconds = latestStart - firstStart,
            StartSkewBoundNanoseconds = SkewBound(clients),
            OverlapStartNanoseconds = overlapStart,
            OverlapNanoseconds = allStarted ? Math.Max(0, overlapEnd - overlapStart) : 0,
            MedianDurationNanoseconds = Median([.. spans.Select(span => span.End - span.Start)]),
            ActiveShare = lastEnd > latestStart
                ? spans.Sum(span => (double)Math.Max(0, span.End - latestStart)) / spans.Length / (lastEnd - latestStart)
                : 1,
        };
    }

    /// <summary>Clients of one member share their clock and its error; between two members both errors may add up.</summary>
    private static long SkewBound(IReadOnlyList<ClientMeasurement> clients)
    {
        var bounds = clients.Where(client => client.ActiveFromNanoseconds is not null)
            .GroupBy(client => client.Member)
            .Select(member => member.Max(client => client.ClockBoundNanoseconds))
            .OrderDescending()
            .Take(2)
            .ToArray();
        return bounds.Length == 2 ? bounds.Sum() : 0;
    }

    private static double Median(long[] values)
    {
        Array.Sort(values);
        return (values[(values.Length - 1) / 2] + (double)values[values.Length / 2]) / 2;
    }
}
