using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Statistics;

/// <summary>Whether the values of a second sample tend to be greater or smaller than those of a first one, by ranks alone.</summary>
/// <param name="Greater">Probability, if neither tended to be greater, of a second sample as far above the first one as this or
/// farther.</param>
/// <param name="Smaller">The same below.</param>
/// <param name="Method">Which test it was.</param>
/// <remarks>
/// The greater of two probabilities. One is that of Mann and Whitney 1947 (Ann. Math. Stat. 18, 50-60): exact up to 20 values each, also
/// with ties (<see cref="TiedRankSum"/>), otherwise U's normal approximation. It is exact only where both samples are distributed alike:
/// of 6 values that vary ten times as much as 20 others it tells the medians apart in 18 % of the cases. The other is that of Brunner and
/// Munzel 2000 (Biom. J. 42, 17-25), which allows them to vary differently, but whose variance is estimated far too small where the
/// samples hardly overlap. Where they do not overlap, the exact probability of just that among all splits, 1 of C(n + m, n), stands for
/// both. With 3 and 3 values no outcome has a two-sided probability below 0.1.
/// </remarks>
public readonly record struct RankTest(double Greater, double Smaller, RankTestMethod Method)
{
    /// <summary>Twice the smaller of both, at most 1.</summary>
    public double TwoSided => Math.Min(1, 2 * Math.Min(Greater, Smaller));

    /// <param name="first">At least 2 independent finite values.</param>
    /// <param name="second">Likewise.</param>
    /// <exception cref="ArgumentException">A sample has fewer than 2 values, or one is not finite.</exception>
    public static RankTest Of(IReadOnlyList<double> first, IReadOnlyList<double> second)
    {
        var (x, y) = (Sample.Sorted(first, 2, nameof(first)), Sample.Sorted(second, 2, nameof(second)));
        var test = BrunnerMunzel.Of(x, y);
        var ranks = Math.Max(x.Length, y.Length) > MannWhitneyDistribution.MaximumSamples
                ? test.Method == RankTestMethod.CompleteSeparation ? test : Approximate(x, y)
            : AllDiffer([.. x, .. y]) ? MannWhitney(x, y)
            : TiedRankSum.Of(x, y);
        return test.Method == RankTestMethod.CompleteSeparation ? ranks
            : new(Math.Max(ranks.Greater, test.Greater), Math.Max(ranks.Smaller, test.Smaller), ranks.Method);
    }

    /// <summary>The least two-sided probability that up to 20 values can have: that of complete separation.</summary>
    public static double Least(int first, int second) =>
        Math.Min(1, 2 * Math.Exp(-MathNet.Numerics.SpecialFunctions.BinomialLn(first + second, first)));

    private static RankTest Approximate(double[] x, double[] y)
    {
        double[] all = [.. x, .. y];
        var ties = all.CountBy(value => value).Sum(same => ((double)same.Value * same.Value * same.Value) - same.Value);
        var variance = x.Length * y.Length / 12.0 * (all.Length + 1 - (ties / ((double)all.Length * (all.Length - 1))));
        if (variance <= 0)
        {
            return new(1, 1, RankTestMethod.BrunnerMunzel);
        }

        // The mean of U taken off; half a step for continuity.
        var above = y.Sum(value => x.Sum(other => Math.Sign(value.CompareTo(other)))) / 2.0;
        return new(
            Normal.CDF(0, Math.Sqrt(variance), 0.5 - above), Normal.CDF(0, Math.Sqrt(variance), 0.5 + above), RankTestMethod.BrunnerMunzel);
    }

    private static RankTest MannWhitney(double[] x, double[] y)
    {
        var distribution = new MannWhitneyDistribution(x.Length, y.Length);

        // Without ties a value is never found, and the complement of the answer is the number of smaller ones.
        var u = y.Sum(value => ~Array.BinarySearch(x, value));
        return new(distribution.AtMost((x.Length * y.Length) - u), distribution.AtMost(u), RankTestMethod.ExactMannWhitney);
    }

    private static bool AllDiffer(double[] values) => values.Distinct().Count() == values.Length;
}

/// <summary>How a <see cref="RankTest"/> came to its probabilities.</summary>
public enum RankTestMethod
{
    /// <summary>Mann and Whitney's test by its exact distribution, and Brunner and Munzel's: small samples.</summary>
    ExactMannWhitney,

    /// <summary>Brunner and Munzel's test, and Mann and Whitney's by the normal distribution: larger samples.</summary>
    BrunnerMunzel,

    /// <summary>Every value of one of the larger samples is beyond every value of the other: the probability of just that among all ways
    /// to split the values.</summary>
    CompleteSeparation,
}
