using System.Globalization;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Comparisons;

/// <summary>How differently one configuration varies in two series, a row for each interval.</summary>
internal static class SpreadTable
{
    public static TextTable Build(ComparedSeries series)
    {
        var unit = MetricText.Unit(series.Unit);
        var table = new TextTable(
        [
            .. new[]
            {
                "interval",
                "n",
                $"baseline\nsigma {unit}",
                $"candidate\nsigma {unit}",
                "ratio",
                "95 %\ninterval",
                "p",
            }.Select(heading => new TextColumn(heading, RightAligned: true)),
        ]);
        Add(table, "all", series.Overall, series.Unit);
        foreach (var (interval, spread) in series.Intervals.Index())
        {
            Add(table, NumberFormat.Count(interval + 1), spread, series.Unit);
        }

        return table;
    }

    private static void Add(TextTable table, string name, ComparedSpread spread, string unit) => table.Add(
    [
        name,
        $"{NumberFormat.Count(spread.Baseline.Count)}, {NumberFormat.Count(spread.Candidate.Count)}",
        MetricText.Value(spread.Baseline.StandardDeviation, unit),
        MetricText.Value(spread.Candidate.StandardDeviation, unit),
        MetricText.Ratio(spread.Ratio),
        MetricText.Interval(spread.RatioLow, spread.RatioHigh),
        ComparisonText.Probability(spread.Probability),
    ]);
}
