namespace AzurePerf.Core.Statistics;

/// <summary>How much of a series is news: (1 - r) / (1 + r) of it, where r, the correlation of a value with the next one, is corrected for
/// what a short series hides of it.</summary>
/// <remarks>
/// Source: Box, Jenkins and Reinsel, Time Series Analysis, section 2.1 (r); Bayley and Hammersley 1946 (J. R. Stat. Soc. Suppl. 8, 184-197)
/// for the share, here for an autoregression of the first order.
/// Where a mean is taken away, r comes out too low, by (1 + 3 r) / n where it is taken from each of two segments, by (1 + 4 r) / n of a
/// whole series, and by about 1 / n more where a line is taken (Marriott and Pope 1954, Biometrika 41, 390-402; Kendall 1954, Biometrika
/// 41, 403-404). That is added again.
/// </remarks>
internal static class SerialDependence
{
    private const double StrongestCorrelation = 0.95;
    private const double Rounding = 1e-12;

    /// <summary>How many independent values each value of a series about one level is worth, above 0, at most 1.</summary>
    public static double IndependentShare(ReadOnlySpan<double> values) => IndependentShare(values, fitted: 1);

    /// <summary>
    /// How many independent values each value of a series is worth for its variance: (1 - s) / (1 + s), above 0, at most 1, where s is the
    /// correlation of a squared deviation with the next one, but never below r^2. That is s of an autoregression of the first order,
    /// whatever the distribution of its steps (Priestley 1981, Spectral Analysis and Time Series, section 5.3). Of a series that switches
    /// between two levels s is r, and where only the variance comes in bursts r is 0. What a short series hides of s is not added: it
    /// would take a tenth of the power at 20 values.
    /// </summary>
    public static double IndependentShareOfVariance(ReadOnlySpan<double> values)
    {
        var (lag1, mean) = (Lag1(values, fitted: 1), SampleMoments.Of(values).Mean);
        var squares = new double[values.Length];
        for (var index = 0; index < squares.Length; index++)
        {
            squares[index] = (values[index] - mean) * (values[index] - mean);
        }

        var spread = SampleMoments.Of(squares).SquaredDeviations;
        var ofSquares = spread == 0 ? lag1 * lag1 : Math.Clamp(Products(squares) / spread, lag1 * lag1, StrongestCorrelation);
        return (1 - ofSquares) / (1 + ofSquares);
    }

    /// <summary>The same of what is left of values when a straight line through them is taken away.</summary>
    public static double IndependentShareAroundLine(ReadOnlySpan<double> values)
    {
        var (moments, middle, products) = (SampleMoments.Of(values), (values.Length - 1) / 2.0, 0.0);
        for (var index = 0; index < values.Length; index++)
        {
            products += (index - middle) * (values[index] - moments.Mean);
        }

        var slope = products / (values.Length * (((double)values.Length * values.Length) - 1) / 12);
        var left = new double[values.Length];
        for (var index = 0; index < left.Length; index++)
        {
            left[index] = values[index] - moments.Mean - (slope * (index - middle));
        }

        // What rounding leaves of a straight line tells nothing.
        return SampleMoments.Of(left).SquaredDeviations <= moments.SquaredDeviations * Rounding ? 1 : IndependentShare(left, fitted: 2);
    }

    /// <summary>The same of two neighbouring segments, each about a level of its own.</summary>
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

    private static double IndependentShare(ReadOnlySpan<double> values, int fitted)
    {
        var lag1 = Lag1(values, fitted);
        return (1 - lag1) / (1 + lag1);
    }

    private static double Lag1(ReadOnlySpan<double> values, int fitted)
    {
        var squares = SampleMoments.Of(values).SquaredDeviations;
        if (squares == 0)
        {
            return 0;
        }

        var seen = Products(values) / squares;
        return Math.Clamp(seen + ((fitted + (4 * Math.Max(0, seen))) / values.Length), 0, StrongestCorrelation);
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
