using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Series;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Sections;

/// <summary>How each configuration of a series ran over time, a row for each interval.</summary>
internal static class SeriesSection
{
    /// <param name="names">Of the factors that vary.</param>
    /// <param name="experiment">Catalogue id.</param>
    /// <param name="series">Those with enough values.</param>
    /// <param name="tooShort">Those that lack values, and how many they have.</param>
    public static IEnumerable<ReportSection> Of(
        LevelColumns names, string experiment, IReadOnlyList<SeriesStatistics> series,
        IReadOnlyList<(JsonObject Levels, int Values)> tooShort)
    {
        if (series.Count + tooShort.Count > 0)
        {
            yield return new()
            {
                Id = "series",
                Title = "Over time",
                Tables = [.. series.Select(one => TableOf(names, one))],
                Notes =
                [
                    .. tooShort.Select(one => names.Of(one.Levels, Missing(one.Values))),
                    .. series.Count > 0 && SeriesText.Published(experiment, ratios: false) is { } published ? new[] { published } : [],
                ],
            };
        }
    }

    private static SectionTable TableOf(LevelColumns names, SeriesStatistics series) => new(
        "Intervals of the series" + (names.TextOf(series.Levels) is { Length: > 0 } levels ? " with " + levels : ""),
        names.Of(series.Levels, Remark(series)),
        [new("interval"), new("n"), new("mean"), new("sigma"), new("variation")],
        [
            [new("all"), .. Cells(series.Overall, series.Unit)],
            .. series.Intervals.Select((figures, index) =>
                (IReadOnlyList<SectionCell>)[new(NumberFormat.Count(index + 1), index + 1), .. Cells(figures, series.Unit)]),
        ]);

    /// <summary>"mean in ms in 24 intervals of 2 h 00 min each, from 2026-08-01 10:20 UTC on; sigma: the standard deviation".</summary>
    private static string Remark(SeriesStatistics series) =>
        $"{series.Metric} in {MetricText.Unit(series.Unit)} in {NumberFormat.Count(series.Intervals.Count)} intervals of "
            + $"{NumberFormat.Duration(TimeSpan.FromSeconds(series.IntervalSeconds))} each, "
            + $"from {NumberFormat.Minute(series.From)} on; sigma: the standard deviation; variation: sigma over mean";

    private static string Missing(int values) =>
        $"{NumberFormat.Count(MeasuredSeries.Count)} intervals need {NumberFormat.Count(MeasuredSeries.MinimumValues)} repetitions "
            + $"that count and have a success; there {(values == 1 ? "is" : "are")} {NumberFormat.Count(values)}";

    /// <summary>n, mean, sigma, variation.</summary>
    internal static IReadOnlyList<SectionCell> Cells(SpreadStatistics figures, string unit) =>
    [
        new(NumberFormat.Count(figures.Count), figures.Count),
        MetricText.Cell(figures.Mean, unit), MetricText.Cell(figures.StandardDeviation, unit),
        new(figures.Variation is { } variation ? NumberFormat.Percent(variation) : "-", figures.Variation),
    ];
}
