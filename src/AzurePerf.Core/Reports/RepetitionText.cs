using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Reports;

/// <summary>What repetitions say together, for people; tool and portal print the same.</summary>
public static class RepetitionText
{
    /// <summary>What stands below the table.</summary>
    public static string Remark(RepetitionFigures figures)
    {
        ArgumentNullException.ThrowIfNull(figures);
        return $"{figures.Metric} over the n repetitions that count: median with its distribution-free interval, from 6 on; mean with Student's, from 5; "
            + "coefficient of variation with its bootstrap interval (BCa), from 10";
    }

    /// <summary>Those of which there is at least one interval to show.</summary>
    public static IReadOnlyList<RepetitionFigures> Shown(IEnumerable<RepetitionFigures> figures) => [.. figures.Where(one => one.MeanLow is not null)];

    /// <summary>n, median, its interval, mean, its interval, variation, its interval.</summary>
    public static IReadOnlyList<string> Cells(RepetitionFigures figures)
    {
        ArgumentNullException.ThrowIfNull(figures);
        return
        [
            Figures.Count(figures.Repetitions),
            MetricText.Value(figures.Median, figures.Unit), Range(figures.MedianLow, figures.MedianHigh, figures.Unit),
            MetricText.Value(figures.Mean, figures.Unit), Range(figures.MeanLow, figures.MeanHigh, figures.Unit),
            figures.Variation is { } variation ? Figures.Percent(variation) : "-",
            figures.VariationLow is { } low && figures.VariationHigh is { } high ? $"{Figures.Significant(100 * low)} to {Figures.Percent(high)}" : "-",
        ];
    }

    private static string Range(double? low, double? high, string unit) => low is null ? "-" : $"{MetricText.Value(low, unit)} to {MetricText.Value(high, unit)}";
}
