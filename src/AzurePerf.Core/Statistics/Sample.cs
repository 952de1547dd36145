namespace AzurePerf.Core.Statistics;

/// <summary>Copies of samples that may be sorted and overwritten, checked once: no estimator here has a meaning for values that are not
/// finite.</summary>
internal static class Sample
{
    /// <exception cref="ArgumentException">There are fewer values than needed, or one is not finite.</exception>
    public static double[] Copy(IReadOnlyList<double> values, int minimum, string name)
    {
        ArgumentNullException.ThrowIfNull(values, name);
        double[] copy = [.. values];
        if (copy.Length < minimum)
        {
            throw new ArgumentException($"Needs at least {minimum} values.", name);
        }

        return Array.TrueForAll(copy, double.IsFinite) ? copy : throw new ArgumentException("Every value must be finite.", name);
    }

    /// <inheritdoc cref="Copy"/>
    public static double[] Sorted(IReadOnlyList<double> values, int minimum, string name)
    {
        var copy = Copy(values, minimum, name);
        Array.Sort(copy);
        return copy;
    }

    /// <summary>The median.</summary>
    /// <param name="values">At least one, in any order.</param>
    public static double Median(IEnumerable<double> values) => QuantileOfSorted([.. values.Order()], 0.5);

    /// <summary>As many values, each drawn from all of them (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter
    /// 6).</summary>
    public static double[] Resample(IReadOnlyList<double> values, Random random) =>
        [.. Enumerable.Range(0, values.Count).Select(_ => values[random.Next(values.Count)])];

    /// <summary>The quantile of a sorted sample, linear between order statistics (type 7 of Hyndman and Fan 1996, Am. Stat. 50,
    /// 361-365).</summary>
    /// <param name="sorted">At least one value, ascending.</param>
    /// <param name="quantile">From 0 to 1.</param>
    public static double QuantileOfSorted(ReadOnlySpan<double> sorted, double quantile)
    {
        var position = quantile * (sorted.Length - 1);
        var below = Math.Clamp((int)Math.Floor(position), 0, sorted.Length - 1);
        var above = Math.Min(below + 1, sorted.Length - 1);
        return sorted[below] + ((position - below) * (sorted[above] - sorted[below]));
    }
}
