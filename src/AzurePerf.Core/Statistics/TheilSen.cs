using MathNet.Numerics.Statistics;

namespace AzurePerf.Core.Statistics;

/// <summary>How fast values change in the order in which they were measured, whatever single ones do.</summary>
/// <remarks>Source: Theil 1950 (Indag. Math. 12, 85-91) and Sen 1968 (J. Am. Stat. Assoc. 63, 1379-1389): the median of the slopes between
/// all pairs.</remarks>
public static class TheilSen
{
    /// <summary>Change from one value to the next, in the unit of the values.</summary>
    /// <param name="values">At least 2, at equal distances, all finite.</param>
    /// <exception cref="ArgumentException">There are fewer, or one is not finite.</exception>
    public static double Slope(IReadOnlyList<double> values)
    {
        var copy = Sample.Copy(values, 2, nameof(values));
        var slopes = new double[copy.Length * (copy.Length - 1) / 2];
        for (var (later, next) = (1, 0); later < copy.Length; later++)
        {
            for (var earlier = 0; earlier < later; earlier++)
            {
                slopes[next++] = (copy[later] - copy[earlier]) / (later - earlier);
            }
        }

        // By selection: of the millions of slopes of a long series only those in the middle need a place.
        return ArrayStatistics.MedianInplace(slopes);
    }

    /// <summary>Change over all of them as a ratio, from the slope of their logarithms; above 1 the values rise.</summary>
    /// <param name="values">At least 2, at equal distances, all positive and finite.</param>
    /// <exception cref="ArgumentException">There are fewer, or one is not positive and finite.</exception>
    public static double LastOverFirst(IReadOnlyList<double> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        return Math.Exp((values.Count - 1) * Slope([.. values.Select(value => Math.Log(value))]));
    }
}
