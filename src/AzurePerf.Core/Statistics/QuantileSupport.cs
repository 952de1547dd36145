namespace AzurePerf.Core.Statistics;

/// <summary>
/// Whether a sample is large enough to say anything about a quantile: whether a two-sided distribution-free interval for it exists.
/// Where none does, print <see cref="TooSmallText"/> instead of the quantile.
/// </summary>
/// <remarks>
/// Source: order statistics as interval ends (David and Nagaraja, Order Statistics, 3rd ed., section 7.1; Conover, Practical Nonparametric
/// Statistics, section 3.2). The number of samples below the quantile p is binomial(n, p) whatever the distribution, so the widest interval
/// there is, minimum to maximum, misses p above with probability p^n and below with (1 - p)^n; each may be at most half of what the
/// confidence leaves.
/// </remarks>
public static class QuantileSupport
{
    /// <summary>What stands in the place of an unsupported quantile.</summary>
    public const string TooSmallText = "n too small";

    /// <summary>The confidence of every interval that is published, 95 %.</summary>
    public const double DefaultConfidence = 0.95;

    /// <summary>How much of a probability may be lost to floating-point rounding without excluding an interval that fits exactly.</summary>
    internal const double Rounding = 1e-9;

    /// <summary>True when n independent samples give a two-sided interval for the quantile.</summary>
    /// <inheritdoc cref="MinimumSamples"/>
    public static bool Exists(long samples, double quantile, double confidence = DefaultConfidence)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(samples);
        return samples >= MinimumSamples(quantile, confidence);
    }

    /// <summary>The fewest samples with which a two-sided interval exists: 6 for the median, 368 for the 99th percentile, at 95
    /// %.</summary>
    /// <param name="quantile">Above 0 and below 1.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">An argument is not strictly between 0 and 1.</exception>
    public static long MinimumSamples(double quantile, double confidence = DefaultConfidence)
    {
        ThrowUnlessBetween0And1(quantile, nameof(quantile));
        ThrowUnlessBetween0And1(confidence, nameof(confidence));
        var farTail = Math.Max(quantile, 1 - quantile);
        return (long)Math.Ceiling((Math.Log((1 - confidence) / 2) / Math.Log(farTail)) - Rounding);
    }

    internal static void ThrowUnlessBetween0And1(double value, string name)
    {
        if (!(value is > 0 and < 1))
        {
            throw new ArgumentOutOfRangeException(name, value, "Must lie strictly between 0 and 1.");
        }
    }
}
