using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Statistics;

/// <summary>By how much a second sample lies above a first one: the median of all differences, or of all ratios, between a value of
/// each.</summary>
/// <param name="Value">The estimate.</param>
/// <param name="Interval">The shifts that <see cref="RankTest"/> does not refuse; null when the samples are too small for one with the
/// confidence asked for.</param>
/// <remarks>
/// Source: Hodges and Lehmann 1963 (Ann. Math. Stat. 34, 598-611); interval between order statistics of the differences by Moses (Hollander
/// and Wolfe, Nonparametric Statistical Methods, 2nd ed., section 4.3). Its rank k is the greatest with P(U &lt; k) at most half of what
/// the confidence leaves, by the exact distribution of Mann and Whitney's U up to 20 values each, beyond by U's normal approximation with
/// continuity correction. Where Brunner's and Munzel's test allows more, because the samples vary differently, either end moves out to the
/// rank where that test refuses the shift. Ties only make it cautious.
/// </remarks>
public readonly record struct HodgesLehmann(double Value, ConfidenceInterval? Interval)
{
    /// <summary>Second minus first, in the unit of the values. Keeps all n m differences in memory: meant for repetitions, not for
    /// operations.</summary>
    /// <param name="first">At least 1 independent finite value.</param>
    /// <param name="second">Likewise; may vary more or less than the first.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    /// <exception cref="ArgumentException">An argument is out of its range.</exception>
    public static HodgesLehmann Shift(
        IReadOnlyList<double> first, IReadOnlyList<double> second, double confidence = QuantileSupport.DefaultConfidence)
    {
        QuantileSupport.ThrowUnlessBetween0And1(confidence, nameof(confidence));
        var (x, y) = (Sample.Sorted(first, 1, nameof(first)), Sample.Sorted(second, 1, nameof(second)));
        var differences = new double[x.Length * y.Length];
        for (var index = 0; index < differences.Length; index++)
        {
            differences[index] = y[index / x.Length] - x[index % x.Length];
        }

        Array.Sort(differences);
        var tail = (1 - confidence) / 2;
        var rank = Rank(x.Length, y.Length, tail);
        return new(Sample.QuantileOfSorted(differences, 0.5), rank < 1 ? null : new(
            differences[Refused(rank, shift => BrunnerMunzel.Of(Moved(shift), y).Greater <= tail, at => differences[at])],
            differences[^(1 + Refused(rank, shift => BrunnerMunzel.Of(Moved(shift), y).Smaller <= tail, at => differences[^(1 + at)]))]));

        double[] Moved(double shift) => [.. x.Select(value => value + shift)];
    }

    /// <summary>Second over first: the shift of the logarithms.</summary>
    /// <inheritdoc cref="Shift"/>
    /// <exception cref="ArgumentException">An argument is out of its range, or a value is not positive.</exception>
    public static HodgesLehmann Ratio(
        IReadOnlyList<double> first, IReadOnlyList<double> second, double confidence = QuantileSupport.DefaultConfidence)
    {
        // The logarithm of what is not positive is not finite, which the shift refuses.
        var shift = Shift([.. first.Select(value => Math.Log(value))], [.. second.Select(value => Math.Log(value))], confidence);
        return new(Math.Exp(shift.Value), shift.Interval is { } logs ? new(Math.Exp(logs.Low), Math.Exp(logs.High)) : null);
    }

    /// <summary>How many differences from one end on the interval leaves out: all shifts among them are refused.</summary>
    private static int Refused(int rank, Func<double, bool> isRefused, Func<int, double> differenceAt)
    {
        var (refused, kept) = (0, rank);
        while (kept - refused > 1)
        {
            var middle = (refused + kept) / 2;
            (refused, kept) = isRefused((differenceAt(middle - 1) + differenceAt(middle)) / 2) ? (middle, kept) : (refused, middle);
        }

        return refused;
    }

    internal static int Rank(int first, int second, double tail) => Math.Max(first, second) <= MannWhitneyDistribution.MaximumSamples
        ? new MannWhitneyDistribution(first, second).RankOf(tail)
        : NormalRank(first, second, tail);

    internal static int NormalRank(int first, int second, double tail)
    {
        var pairs = (double)first * second;
        return (int)Math.Floor((pairs / 2) + 0.5 + (Normal.InvCDF(0, 1, tail) * Math.Sqrt(pairs * (first + second + 1) / 12)));
    }
}
