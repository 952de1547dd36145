namespace AzurePerf.Core.Statistics;

/// <summary>
/// The exact distribution of Mann and Whitney's U, the number of pairs in which the second value is the greater, when both have one
/// continuous distribution.
/// </summary>
/// <remarks>
/// Source: Mann and Whitney 1947 (Ann. Math. Stat. 18, 50-60). The arrangements with U = u are the coefficients of the product over i =
/// 1..n of (1 - x^(m+i)) / (1 - x^i), built factor by factor (Di Bucchianico 1999, J. Stat. Plan. Inference 79, 349-364). At 20 and 20 all
/// fit into 64 bits.
/// </remarks>
internal sealed class MannWhitneyDistribution
{
    /// <summary>The greatest sample for which it is computed.</summary>
    public const int MaximumSamples = 20;

    private readonly long[] _atMost;

    public MannWhitneyDistribution(int first, int second)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(Math.Min(first, second), 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(Math.Max(first, second), MaximumSamples);
        _atMost = Arrangements(first, second);
        for (var u = 1; u < _atMost.Length; u++)
        {
            _atMost[u] += _atMost[u - 1];
        }
    }

    /// <summary>P(U &lt;= u). By symmetry also P(U &gt;= n m - u).</summary>
    public double AtMost(int u) => u < 0 ? 0 : (double)_atMost[Math.Min(u, _atMost.Length - 1)] / _atMost[^1];

    /// <summary>How many values of U, from 0 up, together are no more probable than the tail.</summary>
    public int RankOf(double tail)
    {
        var rank = 0;
        while (AtMost(rank) <= tail)
        {
            rank++;
        }

        return rank;
    }

    private static long[] Arrangements(int first, int second)
    {
        var counts = new long[(first * second) + 1];
        counts[0] = 1;
        for (var factor = 1; factor <= first; factor++)
        {
            for (var u = counts.Length - 1; u >= second + factor; u--)
            {
                counts[u] -= counts[u - second - factor];
            }

            for (var u = factor; u < counts.Length; u++)
            {
                counts[u] += counts[u - factor];
            }
        }

        return counts;
    }
}
