using AzurePerf.Core.Statistics;

namespace AzurePerf.UnitTests.Statistics;

/// <summary>How much each value of a series tells about the next one, and so how many independent values the series is worth.</summary>
/// <param name="Lag1">r, the correlation of a value with the next one, -1 to 1; 0 for a constant series.</param>
/// <param name="EffectiveSamples">n (1 - r) / (1 + r), from 1 to n: a series that alternates is never counted as more than it has.</param>
/// <remarks>
/// Source: Box, Jenkins and Reinsel, Time Series Analysis, section 2.1 (r); Bayley and Hammersley 1946 (J. R. Stat. Soc. Suppl. 8, 184-197)
/// for the effective number, here for an autoregression of the first order.
/// </remarks>
internal readonly record struct Autocorrelation(double Lag1, double EffectiveSamples)
{
    private const double IndependenceLimit = 0.2;

    /// <summary>True when a test that takes the values as independent would alarm too often.</summary>
    public bool IsDependent => Lag1 > IndependenceLimit;

    /// <param name="series">In the order of time; at least 2 finite values.</param>
    /// <exception cref="ArgumentException">There are fewer than 2 values, or one is not finite.</exception>
    public static Autocorrelation Of(IReadOnlyList<double> series)
    {
        var values = Sample.Copy(series, 2, nameof(series));
        var moments = SampleMoments.Of(values);
        var products = 0.0;
        for (var index = 1; index < values.Length; index++)
        {
            products += (values[index - 1] - moments.Mean) * (values[index] - moments.Mean);
        }

        var lag1 = moments.SquaredDeviations == 0 ? 0 : products / moments.SquaredDeviations;
        return new(lag1, Math.Clamp(values.Length * (1 - lag1) / (1 + lag1), 1, values.Length));
    }
}
