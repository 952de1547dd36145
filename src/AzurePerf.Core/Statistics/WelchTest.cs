using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Statistics;

/// <summary>Welch's test of two means, whatever their variances are (Welch 1947, Biometrika 34, 28-35).</summary>
internal static class WelchTest
{
    /// <summary>One-sided probability, if the second mean were not above the first one, of a second one so far above it or
    /// farther.</summary>
    /// <param name="first">At least 2 values.</param>
    /// <param name="second">Likewise.</param>
    public static double SecondIsGreater(SampleMoments first, SampleMoments second)
    {
        var (one, other) = (first.Variance / first.Count, second.Variance / second.Count);
        var difference = second.Mean - first.Mean;
        if (one + other == 0)
        {
            return difference > 0 ? 0 : 1;
        }

        var freedom = (one + other) * (one + other) / ((one * one / (first.Count - 1)) + (other * other / (second.Count - 1)));
        return StudentT.CDF(0, 1, freedom, -difference / Math.Sqrt(one + other));
    }
}
