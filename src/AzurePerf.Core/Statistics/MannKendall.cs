using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Statistics;

/// <summary>Whether values rise or fall in the order in which they were measured, by their ranks alone.</summary>
/// <param name="Score">S: pairs in which the later value is the greater minus pairs in which it is the smaller.</param>
/// <param name="TwoSided">Probability of a score so far from 0 or farther, if every order were as likely as any other.</param>
/// <remarks>
/// Source: Mann 1945 (Econometrica 13, 245-259) with Kendall's distribution of S (Kendall 1975, Rank Correlation Methods, 4th ed., chapters
/// 1 and 4): exact up to 50 values, beyond normal with continuity correction. Both are those without ties; ties make the score vary less,
/// so they only make it cautious. Values that wander, each near the one before, are called rising or falling by <see cref="Of"/> about as
/// often as those that drift: neither are repetitions of one level.
/// <see cref="OfDependent"/> is for those that may wander: S varies more then, as if it were of fewer values (Hamed and Rao 1998, J.
/// Hydrol. 204, 182-196). How much more is taken from the ranks that are left when their straight line is taken away, so that it does not
/// matter how curved a rise is.
/// </remarks>
public readonly record struct MannKendall(int Score, double TwoSided)
{
    /// <summary>Below it no order has a two-sided probability of 5 %: with 4 values the least is 0.083.</summary>
    public const int MinimumSamples = 5;

    private const int ExactUpTo = 50;

    /// <param name="values">In the order of measurement; at least 2, all finite.</param>
    /// <exception cref="ArgumentException">There are fewer, or one is not finite.</exception>
    public static MannKendall Of(IReadOnlyList<double> values)
    {
        var copy = Sample.Copy(values, 2, nameof(values));
        var score = 0;
        for (var later = 1; later < copy.Length; later++)
        {
            for (var earlier = 0; earlier < later; earlier++)
            {
                score += copy[later].CompareTo(copy[earlier]);
            }
        }

        var upper = AtLeast(copy.Length, Math.Abs(score));
        return new(score, Math.Min(1, 2 * upper));
    }

    /// <summary>The same of values each of which may tell something of the next.</summary>
    /// <inheritdoc cref="Of"/>
    public static MannKendall OfDependent(IReadOnlyList<double> values)
    {
        var (copy, score) = (Sample.Copy(values, 2, nameof(values)), Of(values).Score);
        var sorted = copy.Order().ToArray();
        double[] ranks = [.. copy.Select(value => (double)Array.BinarySearch(sorted, value))];
        var counts = (int)(Math.Abs(score) * Math.Sqrt(SerialDependence.IndependentShareAroundLine(ranks)));
        return new(score, Math.Min(1, 2 * AtLeast(copy.Length, counts)));
    }

    /// <summary>P(S &gt;= score), of a score that is not negative.</summary>
    internal static double AtLeast(int samples, int score) => samples <= ExactUpTo ? Exact(samples, score) : Approximate(samples, score);

    /// <summary>By normal approximation with continuity correction: S moves in steps of 2.</summary>
    internal static double Approximate(int samples, int score)
    {
        var deviation = Math.Sqrt(samples * (samples - 1.0) * ((2.0 * samples) + 5) / 18);
        return 1 - Normal.CDF(0, deviation, score - 1);
    }

    /// <summary>
    /// An order with k falling pairs has S = n (n - 1) / 2 - 2 k. How many of the orders have k: the value put in last falls behind 0 to n
    /// - 1 others.
    /// </summary>
    private static double Exact(int samples, int score)
    {
        var pairs = samples * (samples - 1) / 2;
        double[] shares = [1];
        for (var values = 2; values <= samples; values++)
        {
            var longer = new double[shares.Length + values - 1];
            for (var falling = 0; falling < longer.Length; falling++)
            {
                for (var behind = Math.Max(0, falling - shares.Length + 1); behind < values && behind <= falling; behind++)
                {
                    longer[falling] += shares[falling - behind] / values;
                }
            }

            shares = longer;
        }

        return shares.Take(((pairs - score) / 2) + 1).Sum();
    }
}
