using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Sections;

/// <summary>What the repetitions of each configuration say together.</summary>
internal static class RepetitionSection
{
    private static readonly long LeastForMedian = QuantileSupport.MinimumSamples(0.5);

    public static IEnumerable<ReportSection> Of(LevelColumns names, IReadOnlyList<RepetitionStatistics> figures)
    {
        SectionWarning[] warnings =
        [
            .. DriftText.Warning(figures) is { } drift ? [new SectionWarning("Drift", "the " + drift)] : Array.Empty<SectionWarning>(),
            .. DriftText.DependenceWarning(figures) is { } dependence
                ? [new SectionWarning("Dependence", "the " + dependence)]
                : Array.Empty<SectionWarning>(),
        ];
        RepetitionStatistics[] shown = [.. figures.Where(one => one.MedianLow is not null)];
        if (shown.Length > 0 || warnings.Length > 0)
        {
            yield return new()
            {
                Id = "repetitions",
                Title = "Statistics across repetitions",
                Warnings = warnings,
                Tables = shown.Length > 0 ? [TableOf(names, shown)] : [],
                Notes = shown.Length > 0 && shown.Length < figures.Count ? [NotShown(figures.Count - shown.Length, figures.Count)] : [],
            };
        }
    }

    private static SectionTable TableOf(LevelColumns names, RepetitionStatistics[] figures)
    {
        var unit = MetricText.Unit(figures[0].Unit);
        return new(
            "Statistics over the repetitions",
            Remark(figures[0].Metric),
            [
                .. names.ColumnsOf(names.Varying), new("n"), new("median", unit) { Leads = true }, new("95 % interval"),
                new("mean", unit), new("95 % interval"), new("variation"), new("drift"),
            ],
            [.. figures.Select(one => (IReadOnlyList<SectionCell>)[.. names.CellsOf(names.Varying, one.Levels), .. Cells(one)])]);
    }

    private static string Remark(string metric) =>
        $"{metric} over the n repetitions that count: median with its distribution-free interval, from "
            + $"{NumberFormat.Count(LeastForMedian)} on; mean with Student's, from {NumberFormat.Count(MeanInterval.MinimumSamples)}; "
            + "variation: standard deviation over mean; drift where they rise or fall from the first to the last (Mann-Kendall, Holm "
            + "over the configurations)";

    /// <summary>How many configurations have no row, because they have too few repetitions for any interval.</summary>
    private static string NotShown(int missing, int all) =>
        $"{NumberFormat.Count(missing)} of {NumberFormat.Counted(all, "configuration")} {(missing == 1 ? "is" : "are")} not in the table: "
            + $"fewer than {NumberFormat.Count(LeastForMedian)} repetitions that count";

    /// <summary>n, median, its interval, mean, its interval, variation, drift.</summary>
    internal static IReadOnlyList<SectionCell> Cells(RepetitionStatistics figures) =>
    [
        new(NumberFormat.Count(figures.Repetitions), figures.Repetitions),
        MetricText.Cell(figures.Median, figures.Unit), new(Range(figures.MedianLow, figures.MedianHigh, figures.Unit)),
        MetricText.Cell(figures.Mean, figures.Unit), new(Range(figures.MeanLow, figures.MeanHigh, figures.Unit)),
        new(figures.Variation is { } variation ? NumberFormat.Percent(variation) : "-", figures.Variation),
        new(DriftText.Cell(figures)),
    ];

    private static string Range(double? low, double? high, string unit) =>
        low is null ? "-" : $"{MetricText.Value(low, unit)} to {MetricText.Value(high, unit)}";
}
