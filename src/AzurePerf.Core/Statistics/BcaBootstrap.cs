using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Statistics;

/// <summary>The bias-corrected and accelerated bootstrap interval of any smooth statistic; not of medians or tails of small samples.</summary>
/// <remarks>
/// Source: Efron 1987 (J. Am. Stat. Assoc. 82, 171-185); Efron and Tibshirani 1993, An Introduction to the Bootstrap, section 14.3.
/// z0 = PHI^-1(share of replicates below the estimate, ties counted half), a = sum d^3 / (6 (sum d^2)^1.5) with d = jackknife mean - jackknife value;
/// the interval lies between the quantiles PHI(z0 + (z0 + z) / (1 - a (z0 + z))) of the replicates.
/// </remarks>
public static class BcaBootstrap
{
    /// <summary>Below it too few different resamples exist.</summary>
    public const int MinimumSamples = 10;

    /// <summary>B, chosen so that (B + 1) times the usual tail probabilities is a whole number.</summary>
    public const int DefaultReplicates = 9_999;

    // Sums over one sample in another order differ in their last digits only.
    private const double Rounding = 1e-12;

    /// <summary>The interval; null when there are fewer values than <see cref="MinimumSamples"/>, or all replicates lie on one side of the estimate.</summary>
    /// <param name="values">Independent and finite.</param>
    /// <param name="statistic">Depends on the values, not on their order.</param>
    /// <param name="seed">The same seed gives the same interval.</param>
    /// <param name="replicates">B, at least 1.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    /// <exception cref="ArgumentException">A value is not finite, or another argument is out of its range.</exception>
    public static ConfidenceInterval? Of(
        IReadOnlyList<double> values,
        Func<ReadOnlySpan<double>, double> statistic,
        int seed,
        int replicates = DefaultReplicates,
        double confidence = QuantileSupport.DefaultConfidence)
    {
        ArgumentNullException.ThrowIfNull(statistic);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(replicates);
        QuantileSupport.ThrowUnlessBetween0And1(confidence, nameof(confidence));
        var sample = Sample.Copy(values, 1, nameof(values));
        if (sample.Length < MinimumSamples)
        {
            return null;
        }

        var drawn = Replicates(sample, statistic, new Random(seed), replicates);
        return drawn[0] == drawn[^1]
            ? new(drawn[0], drawn[0])
            : Between(drawn, BiasCorrection(drawn, statistic(sample)), Acceleration(sample, statistic), Normal.InvCDF(0, 1, (1 + confidence) / 2));
    }

    /// <summary>The level at which the replicates are cut for the normal quantile z; NaN where the correction has no finite value.</summary>
    internal static double Level(double bias, double acceleration, double z)
    {
        var scale = 1 - (acceleration * (bias + z));
        return double.IsFinite(bias) && scale > 0 ? Normal.CDF(0, 1, bias + ((bias + z) / scale)) : double.NaN;
    }

    internal static double BiasCorrection(ReadOnlySpan<double> sortedReplicates, double estimate)
    {
        var tolerance = Rounding * Math.Max(Math.Abs(estimate), sortedReplicates[^1] - sortedReplicates[0]);
        var (below, equal) = (0, 0);
        foreach (var replicate in sortedReplicates)
        {
            var tied = Math.Abs(replicate - estimate) <= tolerance;
            equal += tied ? 1 : 0;
            below += !tied && replicate < estimate ? 1 : 0;
        }

        return Normal.InvCDF(0, 1, (below + (equal / 2.0)) / sortedReplicates.Length);
    }

    internal static double Acceleration(double[] sample, Func<ReadOnlySpan<double>, double> statistic)
    {
        var jackknife = new double[sample.Length];
        for (var left = 0; left < sample.Length; left++)
        {
            jackknife[left] = statistic([.. sample[..left], .. sample[(left + 1)..]]);
        }

        var mean = jackknife.Average();
        var squares = jackknife.Sum(value => (mean - value) * (mean - value));
        var cubes = jackknife.Sum(value => (mean - value) * (mean - value) * (mean - value));
        return squares == 0 ? 0 : cubes / (6 * Math.Pow(squares, 1.5));
    }

    private static ConfidenceInterval? Between(double[] replicates, double bias, double acceleration, double z)
    {
        var (low, high) = (Level(bias, acceleration, -z), Level(bias, acceleration, z));
        return double.IsNaN(low) || double.IsNaN(high)
            ? null
            : new(Sample.QuantileOfSorted(replicates, low), Sample.QuantileOfSorted(replicates, high));
    }

    private static double[] Replicates(double[] sample, Func<ReadOnlySpan<double>, double> statistic, Random random, int count)
    {
        var (replicates, resample) = (new double[count], new double[sample.Length]);
        for (var replicate = 0; replicate < count; replicate++)
        {
            random.GetItems(sample, resample);
            replicates[replicate] = statistic(resample);
        }

        Array.Sort(replicates);
        return replicates;
    }
}
