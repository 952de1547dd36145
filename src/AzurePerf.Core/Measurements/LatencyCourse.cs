using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Measurements;

/// <summary>How many successful operations ended in each of equally long parts of a point, and how long they took together.</summary>
/// <param name="BinNanoseconds">Length of a part; the first begins with the measured window.</param>
/// <param name="Operations">How many ended in each.</param>
/// <param name="Nanoseconds">Sum of their latencies in each.</param>
public sealed record LatencyCourse(long BinNanoseconds, IReadOnlyList<long> Operations, IReadOnlyList<long> Nanoseconds)
{
    /// <summary>Fewer operations have no interval: of 40, that of skewed latencies holds the mean in 90 % of the cases or fewer.</summary>
    public const int MinimumOperations = 100;

    /// <summary>Fewer parts have no interval: of 20, as alike as a correlation of 0.8 with the next one, it holds the mean in 76 % of the
    /// cases, of 64 in 94 %, because a short series hides how alike its values are.</summary>
    public const int MinimumParts = 64;

    /// <summary>
    /// The 95 % interval of the mean latency, of this point alone: that of a quotient of two sums over parts that follow each other, each
    /// part's deviation being its latencies less what as many mean ones would take. Parts may be alike
    /// (<see cref="MeanInterval.OfSeries"/>). Null with fewer than <see cref="MinimumParts"/> parts, or fewer operations than
    /// <see cref="MinimumOperations"/>.
    /// </summary>
    /// <remarks>Source: batch means, and the variance of a ratio of means (Cochran, Sampling Techniques, 3rd edition, section
    /// 6.3). Of exponential latencies it holds the mean in 93 to 96 % of the cases, in 91 % where a level that wanders is hidden by
    /// them. Of lognormal ones whose logarithms have a standard deviation of 1 it holds it in 91 % at 100 operations, and in fewer cases
    /// where a few operations take a hundred times as long as the others. No latency is below 0, so its lower end is not either.</remarks>
    /// <param name="fromNanoseconds">When all clients were active, since the start of the window.</param>
    /// <param name="untilNanoseconds">Until when they were.</param>
    public ConfidenceInterval? MeanIntervalOf(long fromNanoseconds, long untilNanoseconds)
    {
        var (first, end) = BinTimeline.WholeBins(BinNanoseconds, fromNanoseconds, untilNanoseconds);
        (first, end) = (Math.Min(first, Operations.Count), Math.Min(end, Operations.Count));
        var operations = Operations.Skip(first).Take(end - first).Sum();
        if (end - first < MinimumParts || operations < MinimumOperations)
        {
            return null;
        }

        var mean = (double)Nanoseconds.Skip(first).Take(end - first).Sum() / operations;
        var perPart = (double)operations / (end - first);
        return MeanInterval.OfSeries(
            [.. Enumerable.Range(first, end - first).Select(part => mean + ((Nanoseconds[part] - (mean * Operations[part])) / perPart))])
            is { } interval ? interval with { Low = Math.Max(0, interval.Low) } : null;
    }
}

/// <summary>Records a <see cref="LatencyCourse"/> of any duration in the same memory. One writer at a time.</summary>
public sealed class LatencyCourseRecorder
{
    private readonly BinTimeline _operations = New();
    private readonly BinTimeline _nanoseconds = New();

    /// <summary>Counts an operation.</summary>
    /// <param name="atNanoseconds">When it ended, since the start of the window.</param>
    /// <param name="nanoseconds">Its latency.</param>
    public void Add(long atNanoseconds, long nanoseconds)
    {
        _operations.Add(atNanoseconds, 1);
        _nanoseconds.Add(atNanoseconds, nanoseconds);
    }

    /// <summary>Adds what another worker recorded; see <see cref="BinTimeline.AddBins"/>.</summary>
    public void Add(LatencyCourse course, Func<long, long> toOwnTime)
    {
        ArgumentNullException.ThrowIfNull(course);
        _operations.AddBins(course.BinNanoseconds, course.Operations, toOwnTime);
        _nanoseconds.AddBins(course.BinNanoseconds, course.Nanoseconds, toOwnTime);
    }

    public LatencyCourse Read() => new(_operations.BinNanoseconds, _operations.Bins.ToArray(), _nanoseconds.Bins.ToArray());

    /// <summary>The 64 to 128 parts of a window from 1.3 s on have an interval, with those of a shorter one from 0.64 s on.</summary>
    private static BinTimeline New() => new(10_000_000, 128);
}
