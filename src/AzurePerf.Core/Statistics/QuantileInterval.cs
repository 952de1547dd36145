namespace AzurePerf.Core.Statistics;

/// <summary>
/// A distribution-free interval for a quantile: the ranks (from 1) of the two order statistics that enclose it with at least the confidence
/// asked for, at most half of the remaining probability beyond each end.
/// </summary>
/// <param name="LowerRank">Rank of the lower end in the sorted sample, from 1.</param>
/// <param name="UpperRank">Rank of the upper end, at most n.</param>
/// <remarks>Source: as <see cref="QuantileSupport"/>. For the median and n = 10 these are ranks 2 and 9.</remarks>
public readonly record struct QuantileInterval(long LowerRank, long UpperRank)
{
    /// <summary>The interval for a quantile of n independent samples, or null when n is too small to have one.</summary>
    /// <param name="samples">The number of samples, n. Takes O(n) time.</param>
    /// <param name="quantile">Above 0 and below 1.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">An argument is out of its range.</exception>
    public static QuantileInterval? For(long samples, double quantile, double confidence = QuantileSupport.DefaultConfidence)
    {
        if (!QuantileSupport.Exists(samples, quantile, confidence))
        {
            return null;
        }

        var tail = (1 - confidence) / 2 * (1 + QuantileSupport.Rounding);
        var below = LargestLowerTail(samples, quantile, tail);
        var above = LargestLowerTail(samples, 1 - quantile, tail);
        return new(below + 1, samples - above);
    }

    /// <summary>The largest number of samples that the interval may leave out on the side where the quantile's own probability lies: P(X
    /// &lt;= it) is at most the tail.</summary>
    private static long LargestLowerTail(long samples, double quantile, double tail)
    {
        var logOdds = Math.Log(quantile) - Math.Log(1 - quantile);
        var logTerm = samples * Math.Log(1 - quantile);
        var cumulative = Math.Exp(logTerm);
        var k = 0L;
        while (cumulative <= tail)
        {
            logTerm += Math.Log((double)(samples - k) / (k + 1)) + logOdds;
            cumulative += Math.Exp(logTerm);
            k++;
        }

        // Here P(X <= k - 1) <= tail < P(X <= k).
        return k - 1;
    }
}
