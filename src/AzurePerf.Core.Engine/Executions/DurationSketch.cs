using System.Collections.Immutable;

namespace AzurePerf.Core.Executions;

/// <summary>
/// Counts durations in bins that grow by 2^(1/16) = 4.4 % each, so that any quantile is known to 2.2 % from at most a few hundred small
/// numbers, and two sketches merge into exactly what one of all durations would be. For tasks, from 1 microsecond up; a point's operations
/// have the finer histogram of measurements.
/// </summary>
public sealed class DurationSketch
{
    /// <summary>Bins per doubling.</summary>
    public const int BinsPerDoubling = 16;

    /// <summary>The most that a duration differs from the middle of its bin, as a share of it.</summary>
    public const double Precision = 0.022;

    /// <summary>The last bin: 2^43 microseconds, about 100 days. Longer durations count as this.</summary>
    public const int LastBin = 43 * BinsPerDoubling;

    private DurationSketch(ImmutableSortedDictionary<int, long> bins) => Bins = bins;

    public static DurationSketch Empty { get; } = new(ImmutableSortedDictionary<int, long>.Empty);

    /// <summary>How many durations each bin that is not empty holds, shortest first.</summary>
    public ImmutableSortedDictionary<int, long> Bins { get; }

    public long Count => Bins.Values.Sum();

    /// <summary>The sketch of one duration.</summary>
    public static DurationSketch Of(TimeSpan duration) => new(Empty.Bins.Add(BinOf(duration), 1));

    /// <summary>The sketch of several durations.</summary>
    public static DurationSketch Of(IEnumerable<TimeSpan> durations) =>
        new(durations.CountBy(BinOf).ToImmutableSortedDictionary(bin => bin.Key, bin => (long)bin.Value));

    /// <summary>A sketch from stored bins.</summary>
    /// <exception cref="FormatException">A bin is out of range, or its count is not positive.</exception>
    public static DurationSketch From(IEnumerable<KeyValuePair<int, long>> bins)
    {
        var sorted = bins.ToImmutableSortedDictionary();
        return sorted.All(bin => bin is { Key: >= 0 and <= LastBin, Value: > 0 })
            ? new(sorted)
            : throw new FormatException($"A bin lies between 0 and {LastBin} and holds at least one duration.");
    }

    /// <summary>Both together.</summary>
    public DurationSketch Plus(DurationSketch other)
    {
        var bins = Bins.ToBuilder();
        foreach (var (bin, count) in other.Bins)
        {
            bins[bin] = bins.GetValueOrDefault(bin) + count;
        }

        return new(bins.ToImmutable());
    }

    /// <summary>The duration of rank ceil(n/2), within 2.2 %; null when there is none.</summary>
    public TimeSpan? Median()
    {
        var rank = (Count + 1) / 2;
        var seen = 0L;
        foreach (var (bin, count) in Bins)
        {
            seen += count;
            if (seen >= rank)
            {
                return MiddleOf(bin);
            }
        }

        return null;
    }

    /// <summary>The duration that stands for all of a bin: none of them is further from it than 2.2 %.</summary>
    public static TimeSpan MiddleOf(int bin) => TimeSpan.FromMicroseconds(Math.Pow(2, (bin + 0.5) / BinsPerDoubling));

    /// <summary>The first duration that is too long for a bin.</summary>
    public static TimeSpan EndOf(int bin) => TimeSpan.FromMicroseconds(Math.Pow(2, (bin + 1.0) / BinsPerDoubling));

    private static int BinOf(TimeSpan duration) =>
        Math.Min(LastBin, (int)Math.Floor(Math.Log2(Math.Max(1, duration.TotalMicroseconds)) * BinsPerDoubling));
}
