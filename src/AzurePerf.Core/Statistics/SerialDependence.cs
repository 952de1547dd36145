namespace AzurePerf.Core.Statistics;

/// <summary>How much of two neighbouring segments of a series is news, each about a level of its own.</summary>
/// <remarks>
/// (1 - r) / (1 + r) as in <see cref="Autocorrelation"/>, with one r of what is left when each segment's mean is taken away. In short segments r comes out too low, by
/// (1 + 3 r) / n each (Marriott and Pope 1954, Biometrika 41, 390-402), which is added again.
/// </remarks>
internal static class SerialDependence
{
    private const double StrongestCorrelation = 0.95;

    /// <summary>How many independent values each value is worth, above 0, at most 1.</summary>
    public static double IndependentShare(ReadOnlySpan<double> left, ReadOnlySpan<double> right)
    {
        var squares = SampleMoments.Of(left).SquaredDeviations + SampleMoments.Of(right).SquaredDeviations;
        if (squares == 0)
        {
            return 1;
        }

        var seen = (Products(left) + Products(right)) / squares;
        var lag1 = Math.Clamp(seen + (2 * (1 + (3 * Math.Max(0, seen))) / (left.Length + right.Length)), 0, StrongestCorrelation);
        return (1 - lag1) / (1 + lag1);
    }

    private static double Products(ReadOnlySpan<double> values)
    {
        var (mean, products) = (SampleMoments.Of(values).Mean, 0.0);
        for (var index = 1; index < values.Length; index++)
        {
            products += (values[index - 1] - mean) * (values[index] - mean);
        }

        return products;
    }
}
