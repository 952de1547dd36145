using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Results;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>What repetitions say together, for people; tool and portal print the same.</summary>
public static class RepetitionText
{
    private static readonly long LeastForMedian = QuantileSupport.MinimumSamples(0.5);

    /// <summary>What stands below the table.</summary>
    public static string Remark(RepetitionFigures figures)
    {
        ArgumentNullException.ThrowIfNull(figures);
        return $"{figures.Metric} over the n repetitions that count: median with its distribution-free interval, from "
            + $"{NumberFormat.Count(LeastForMedian)} on; mean with Student's, from {NumberFormat.Count(MeanInterval.MinimumSamples)}; "
            + "variation: standard deviation over mean; drift where they rise or fall from the first to the last (Mann-Kendall, Holm "
            + "over the combinations)";
    }

    /// <summary>How many combinations have no line of their own, because they have too few repetitions for any interval; null where each
    /// has one.</summary>
    public static string? NotShown(IReadOnlyCollection<RepetitionFigures> figures)
    {
        ArgumentNullException.ThrowIfNull(figures);
        var missing = figures.Count - Shown(figures).Count;
        return missing == 0
            ? null
            : $"{NumberFormat.Count(missing)} of {NumberFormat.Counted(figures.Count, "combination")} {(missing == 1 ? "is" : "are")} "
                + $"not in the table: fewer than {NumberFormat.Count(LeastForMedian)} repetitions that count";
    }

    /// <summary>Those of which there is at least one interval to show.</summary>
    public static IReadOnlyList<RepetitionFigures> Shown(IEnumerable<RepetitionFigures> figures) =>
        [.. figures.Where(one => one.MedianLow is not null)];

    /// <summary>n, median, its interval, mean, its interval, variation, drift.</summary>
    public static IReadOnlyList<string> Cells(RepetitionFigures figures)
    {
        ArgumentNullException.ThrowIfNull(figures);
        return
        [
            NumberFormat.Count(figures.Repetitions),
            MetricText.Value(figures.Median, figures.Unit), Range(figures.MedianLow, figures.MedianHigh, figures.Unit),
            MetricText.Value(figures.Mean, figures.Unit), Range(figures.MeanLow, figures.MeanHigh, figures.Unit),
            figures.Variation is { } variation ? NumberFormat.Percent(variation) : "-",
            DriftText.Cell(figures),
        ];
    }

    private static string Range(double? low, double? high, string unit) =>
        low is null ? "-" : $"{MetricText.Value(low, unit)} to {MetricText.Value(high, unit)}";
}
