namespace AzurePerf.Core.Statistics;

/// <summary>Size, mean and variance of a sample.</summary>
/// <param name="Count">Values, at least 1.</param>
/// <param name="Mean">Arithmetic mean.</param>
/// <param name="Variance">Sample variance, over n - 1; 0 for one value.</param>
internal readonly record struct SampleMoments(int Count, double Mean, double Variance)
{
    /// <summary>The squared deviations from the mean, added up.</summary>
    public double SquaredDeviations => Variance * (Count - 1);

    /// <summary>In two passes: subtracting the mean first keeps the digits that a sum of squares would lose. Values that are all
    /// one have it as their mean, which rounding would miss, and a variance of 0.</summary>
    public static SampleMoments Of(ReadOnlySpan<double> values)
    {
        if (values is [var first, ..] && !values.ContainsAnyExcept(first))
        {
            return new(values.Length, first, 0);
        }

        var sum = 0.0;
        foreach (var value in values)
        {
            sum += value;
        }

        var mean = sum / values.Length;
        var squares = 0.0;
        foreach (var value in values)
        {
            squares += (value - mean) * (value - mean);
        }

        return new(values.Length, mean, values.Length > 1 ? squares / (values.Length - 1) : 0);
    }
}
