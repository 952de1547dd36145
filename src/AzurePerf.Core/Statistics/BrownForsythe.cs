namespace AzurePerf.Core.Statistics;

/// <summary>Whether two samples vary equally, robust against distributions that are not normal.</summary>
/// <remarks>
/// Source: Brown and Forsythe 1974 (J. Am. Stat. Assoc. 69, 364-367): the analysis of variance of the distances from each sample's own
/// median. With two samples its F is the square of Student's t.
/// </remarks>
public static class BrownForsythe
{
    /// <summary>The two-sided probability of so different distances if the spreads were equal; 1 where three values are not
    /// reached.</summary>
    /// <param name="left">Finite values, at least 1.</param>
    /// <param name="right">Likewise.</param>
    /// <param name="independentShare">How many independent values each value is worth, above 0, at most 1.</param>
    public static double TwoSided(IReadOnlyList<double> left, IReadOnlyList<double> right, double independentShare = 1) =>
        StudentTest.TwoSided(DistancesOf(left), DistancesOf(right), independentShare);

    private static SampleMoments DistancesOf(IReadOnlyList<double> values)
    {
        double[] sorted = [.. values.Order()];
        var median = Sample.QuantileOfSorted(sorted, 0.5);
        return SampleMoments.Of([.. sorted.Select(value => Math.Abs(value - median))]);
    }
}
