using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Statistics;

/// <summary>Student's test of two means with one variance (Fisher 1925, Statistical Methods for Research Workers, section 24).</summary>
internal static class StudentTest
{
    /// <summary>Two-sided probability; 1 where three values are not reached, because two alone say nothing of their spread.</summary>
    /// <param name="left">One sample.</param>
    /// <param name="right">The other.</param>
    /// <param name="independentShare">How many independent values each value is worth, above 0, at most 1.</param>
    public static double TwoSided(SampleMoments left, SampleMoments right, double independentShare = 1)
    {
        var values = left.Count + right.Count;
        var freedom = (values * independentShare) - 2;
        if (freedom < 1 || left.Mean == right.Mean)
        {
            return 1;
        }

        var pooled = (left.SquaredDeviations + right.SquaredDeviations) / (values - 2);
        var error = Math.Sqrt(pooled * ((1.0 / left.Count) + (1.0 / right.Count)) / independentShare);
        return error == 0 ? 0 : 2 * StudentT.CDF(0, 1, freedom, -Math.Abs(left.Mean - right.Mean) / error);
    }
}
