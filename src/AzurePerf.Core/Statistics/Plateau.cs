namespace AzurePerf.Core.Statistics;

/// <summary>From where on a curve is level, as a reader sees it in a picture.</summary>
public static class Plateau
{
    /// <summary>Values that differ from the last one by less, as a share of each of them, are level with it.</summary>
    public const double Level = 0.05;

    /// <summary>Two values are no curve.</summary>
    public const int FewestValues = 3;

    /// <summary>The index from which on all values are level with the last one; null where there are fewer than
    /// <see cref="FewestValues"/>, and where only the last one is level with itself: the curve still changes where it ends.</summary>
    /// <param name="values">Of the curve, from left to right; each above 0.</param>
    public static int? StartOf(IReadOnlyList<double> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        var start = 1 + Array.FindLastIndex([.. values], value => Math.Abs((values[^1] / value) - 1) > Level);
        return values.Count < FewestValues || start > values.Count - 2 ? null : start;
    }
}
