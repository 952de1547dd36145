using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Statistics;

/// <summary>Brunner and Munzel's test of P(X &lt; Y) + P(X = Y) / 2 = 1/2.</summary>
/// <remarks>
/// Source: Brunner and Munzel 2000 (Biom. J. 42, 17-25). A value's placement is the number of values of the other sample below it, ties
/// counted half; with the mean placements u and v and the variances Sx and Sy of the placements, t = (v / n - 1/2) / sqrt(Sx / (n m^2) + Sy
/// / (m n^2)) on (Sx / m + Sy / n)^2 / ((Sx / m)^2 / (n - 1) + (Sy / n)^2 / (m - 1)) degrees of freedom.
/// </remarks>
internal static class BrunnerMunzel
{
    /// <param name="x">At least 2 values, ascending.</param>
    /// <param name="y">Likewise.</param>
    public static RankTest Of(double[] x, double[] y)
    {
        if (x[^1] < y[0] || y[^1] < x[0])
        {
            return Separated(x, y);
        }

        var (below, above) = (Placements(x, y), Placements(y, x));
        var (left, right) = (below.Variance / y.Length, above.Variance / x.Length);
        if (left + right == 0)
        {
            // Without a gap between the samples the placements are constant only where all values are one.
            return new(0.5, 0.5, RankTestMethod.BrunnerMunzel);
        }

        var t = ((above.Mean / x.Length) - 0.5) / Math.Sqrt((left + right) / ((double)x.Length * y.Length));
        var freedom = (left + right) * (left + right) / ((left * left / (x.Length - 1)) + (right * right / (y.Length - 1)));
        return new(StudentT.CDF(0, 1, freedom, -t), StudentT.CDF(0, 1, freedom, t), RankTestMethod.BrunnerMunzel);
    }

    private static RankTest Separated(double[] x, double[] y)
    {
        var one = Math.Exp(-MathNet.Numerics.SpecialFunctions.BinomialLn(x.Length + y.Length, x.Length));
        return x[^1] < y[0] ? new(one, 1, RankTestMethod.CompleteSeparation) : new(1, one, RankTestMethod.CompleteSeparation);
    }

    private static SampleMoments Placements(double[] values, double[] others)
    {
        var placements = new double[values.Length];
        var (below, notAbove) = (0, 0);
        for (var index = 0; index < values.Length; index++)
        {
            while (below < others.Length && others[below] < values[index])
            {
                below++;
            }

            while (notAbove < others.Length && others[notAbove] <= values[index])
            {
                notAbove++;
            }

            placements[index] = (below + notAbove) / 2.0;
        }

        return SampleMoments.Of(placements);
    }
}
