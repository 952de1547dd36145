using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Statistics;

/// <summary>Student's interval for a mean.</summary>
/// <remarks>
/// Source: Student 1908 (Biometrika 6, 1-25): mean +- t(n-1) s / sqrt(n). Exact for independent normal values; for repetitions of a measurement, not for the
/// operations inside one, which are autocorrelated.
/// </remarks>
public static class MeanInterval
{
    /// <summary>Below it the points themselves are shown and nothing is claimed.</summary>
    public const int MinimumSamples = 5;

    /// <summary>The interval, or null when there are fewer values than <see cref="MinimumSamples"/>.</summary>
    /// <param name="values">Independent and finite, in any unit.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    /// <exception cref="ArgumentException">A value is not finite, or the confidence is out of its range.</exception>
    public static ConfidenceInterval? Of(IReadOnlyList<double> values, double confidence = QuantileSupport.DefaultConfidence)
    {
        QuantileSupport.ThrowUnlessBetween0And1(confidence, nameof(confidence));
        var moments = SampleMoments.Of(Sample.Copy(values, 1, nameof(values)));
        if (moments.Count < MinimumSamples)
        {
            return null;
        }

        var half = StudentT.InvCDF(0, 1, moments.Count - 1, (1 + confidence) / 2) * Math.Sqrt(moments.Variance / moments.Count);
        return new(moments.Mean - half, moments.Mean + half);
    }
}
