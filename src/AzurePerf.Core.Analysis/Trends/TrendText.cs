using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Trends;

/// <summary>Trends in words.</summary>
public static class TrendText
{
    private const double Smallest = 0.0001;

    /// <summary>What the chart shows, in one or two sentences made of its values.</summary>
    public static string Caption(Trend trend)
    {
        ArgumentNullException.ThrowIfNull(trend);
        var runs = NumberFormat.Counted(trend.Values.Count, "run");
        var missing = trend.Values.Count - trend.Measured;
        var gap = missing > 0 ? $", {NumberFormat.Count(missing)} of them without a value" : "";
        double[] values = [.. trend.Values.Select(value => value.Value).OfType<double>().Order()];
        return values.Length == 0
            ? $"{runs}{gap}."
            : $"{runs}{gap}. Median per run from {HeadlineText.Value(values[0], trend.Unit)} to "
                + $"{HeadlineText.Value(values[^1], trend.Unit)}; {(trend.HigherIsBetter ? "higher" : "lower")} is better. "
                + Changes(trend);
    }

    /// <summary>"From 12.3 to 9.87 MB/s, 19.8 % worse (p = 0.0003)".</summary>
    public static string Change(Trend trend, TrendChange change)
    {
        ArgumentNullException.ThrowIfNull(trend);
        ArgumentNullException.ThrowIfNull(change);
        var better = (change.After > change.Before) == trend.HigherIsBetter;
        return $"from {MetricText.Value(change.Before, trend.Unit)} to {HeadlineText.Value(change.After, trend.Unit)}, "
            + (change.Before == 0 ? "" : NumberFormat.Percent(Math.Abs((change.After / change.Before) - 1)) + " ")
            + $"{(better ? "better" : "worse")} ({Probability(change.Probability)})";
    }

    /// <summary>How changes are found, as a clause.</summary>
    public const string Method =
        "found by E-divisive with Student's t-test at p < 0.001, at least 3 values apart, changes by less than a factor of 1.05 left out";

    /// <summary>"12.1 to 12.9" in the unit of the trend; "-" where there is none.</summary>
    public static string Interval(Trend trend, TrendValue value)
    {
        ArgumentNullException.ThrowIfNull(trend);
        ArgumentNullException.ThrowIfNull(value);
        return value is { Low: { } low, High: { } high }
            ? $"{MetricText.Value(low, trend.Unit)} to {MetricText.Value(high, trend.Unit)}"
            : "-";
    }

    /// <summary>What is to be said of a value: "after a gap; another build"; empty for nothing.</summary>
    public static string Note(TrendValue value)
    {
        ArgumentNullException.ThrowIfNull(value);
        return string.Join("; ", new[] { value.AfterGap ? "after a gap" : "", value.Note }.Where(part => part.Length > 0));
    }

    /// <summary>Below what permutations can tell, the digits mean nothing.</summary>
    private static string Probability(double value) => value < Smallest ? "p < 0.0001" : "p = " + NumberFormat.Significant(value);

    private static string Changes(Trend trend) =>
        trend.Measured < Trend.FewestForChanges ? $"Changes are looked for from {NumberFormat.Count(Trend.FewestForChanges)} values on."
        : trend.Drift is { } drift
            ? $"The values drift: they {(drift.LastOverFirst > 1 ? "rise" : "fall")} all the time, "
                + $"{NumberFormat.Significant(drift.LastOverFirst)} times from the first run to the last "
                + $"({Probability(drift.Probability)}), so there is no single change to mark."
        : trend.Changes.Count == 0 ? "No lasting change was found."
        : trend.Changes.Count == 1 ? "One lasting change is marked."
        : $"{NumberFormat.Count(trend.Changes.Count)} lasting changes are marked.";
}
