using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Charts.Curves;

/// <summary>Latencies in bins of equal ratio, 32 to a doubling: small enough to keep for every interval of a point, and merged without
/// loss.</summary>
/// <remarks>A percentile read from it is the middle of its bin, so at most 1.1 % off.</remarks>
public static class LatencySketch
{
    /// <summary>Bins to a doubling of the latency.</summary>
    public const int BinsPerOctave = 32;

    /// <summary>The bin of a latency; everything up to 1 ns is in bin 0.</summary>
    public static int BinOf(long nanoseconds) => nanoseconds <= 1 ? 0 : (int)Math.Floor(Math.Log2(nanoseconds) * BinsPerOctave);

    /// <summary>Where a bin begins, in nanoseconds; it ends where the next begins.</summary>
    public static double LowOf(int bin) => Math.Pow(2, (double)bin / BinsPerOctave);

    /// <summary>The latency that a share of all does not exceed; null where there are too few for it.</summary>
    /// <param name="counts">Latencies by bin.</param>
    /// <param name="quantile">Above 0 and below 1.</param>
    public static double? Quantile(IReadOnlyDictionary<int, long> counts, double quantile)
    {
        ArgumentNullException.ThrowIfNull(counts);
        var count = counts.Values.Sum();
        if (!QuantileSupport.Exists(count, quantile))
        {
            return null;
        }

        var left = (long)decimal.Ceiling((decimal)quantile * count);
        foreach (var (bin, held) in counts.OrderBy(entry => entry.Key))
        {
            left -= held;
            if (left <= 0)
            {
                return Math.Pow(2, (bin + 0.5) / BinsPerOctave);
            }
        }

        throw new InvalidOperationException("the bins hold fewer latencies than they add up to");
    }
}
