namespace AzurePerf.Core.Statistics;

/// <summary>
/// The exact test of Mann and Whitney's U where values are equal: the rank sum of the second sample among those of all ways to split the
/// values at hand into two such samples.
/// </summary>
/// <remarks>
/// Equal values share the mean of their ranks; doubled ranks are whole numbers. As every way is as probable as any other when both samples
/// have one distribution, whatever that is, no probability is too small. The ways are counted value by value; at 20 and 20 all fit into 64
/// bits. Source: Streitberg and Roehmel 1986 (Statistical Software Newsletter 12, 10-17).
/// </remarks>
internal static class TiedRankSum
{
    /// <param name="x">At most <see cref="MannWhitneyDistribution.MaximumSamples"/> values, ascending.</param>
    /// <param name="y">Likewise.</param>
    public static RankTest Of(double[] x, double[] y)
    {
        double[] all = [.. x.Concat(y).Order()];
        var sum = y.Sum(value => DoubledRank(all, value));
        var ways = WaysOf([.. all.Select(value => DoubledRank(all, value))], y.Length);
        var total = (double)ways.Sum();
        return new(ways[sum..].Sum() / total, ways[..(sum + 1)].Sum() / total, RankTestMethod.ExactMannWhitney);
    }

    private static int DoubledRank(double[] all, double value) =>
        all.Count(other => other < value) + all.Count(other => other <= value) + 1;

    /// <summary>For each sum, the number of ways to choose that many ranks with it.</summary>
    private static long[] WaysOf(int[] ranks, int chosen)
    {
        var ways = new long[chosen + 1, ranks.Sum() + 1];
        ways[0, 0] = 1;
        foreach (var rank in ranks)
        {
            for (var count = chosen; count > 0; count--)
            {
                for (var sum = rank; sum < ways.GetLength(1); sum++)
                {
                    ways[count, sum] += ways[count - 1, sum - rank];
                }
            }
        }

        return [.. Enumerable.Range(0, ways.GetLength(1)).Select(sum => ways[chosen, sum])];
    }
}
