using AzurePerf.Core.Charts.Levels;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Intervals;

/// <summary>How much more a series varies than the baseline in each interval: the ratio of their standard deviations, as figure 2 of
/// Tudoran et al. 2012 has it.</summary>
internal static class DeviationRatioChart
{
    /// <summary>Null unless the baseline and another run are series with a ratio.</summary>
    /// <param name="runs">The baseline first.</param>
    public static Chart? Of(IReadOnlyList<(string Name, MeasuredRun Run)> runs)
    {
        (string Name, ComparedSeries Series)[] drawn = [.. runs.Skip(1)
            .SelectMany(run => ComparedSeries.Of(runs[0].Run, run.Run)
                .Where(series => series.Intervals.Any(interval => interval.Ratio is not null))
                .Select(series => (IntervalCharts.NameOf(run, series.Levels), series)))
            .Take(DistributionChart.MostCurves)];
        if (drawn.Length == 0)
        {
            return null;
        }

        ChartSeries[] curves = [.. drawn.Select(one => new ChartSeries(one.Name, SeriesRole.Measured,
            [.. one.Series.Intervals.Select((interval, index) => new ChartPoint(index + 1, Round(interval.Ratio))
            {
                Low = Round(interval.RatioLow),
                High = Round(interval.RatioHigh),
            })]))];
        return new()
        {
            Id = "interval-ratio",
            Kind = ChartKind.Line,
            Title = "Spread of each interval next to the baseline",
            Caption = string.Join(" ", drawn.Select(one => CaptionOf(one.Name, one.Series))),
            Notes =
            [
                "The standard deviation over that of the baseline in the same interval; above 1 the run varies more.",
                "Bands are 95 % intervals of the ratio, where both have 10 values.",
            ],
            X = IntervalCharts.Axis,
            Y = new("ratio of standard deviations", "", ChartScale.Linear),
            Series = curves,
            Lines = [new(ChartLineRole.Reference, "as steady as the baseline", 1)],
            Table = new(
                [new("run"), new("interval"), new("ratio"), new("low"), new("high")],
                [.. curves.SelectMany(curve => curve.Points.Select(point =>
                    (IReadOnlyList<object?>)[curve.Name, point.X, point.Y, point.Low, point.High]))]),
        };
    }

    private static string CaptionOf(string name, ComparedSeries series)
    {
        var all = series.Overall;
        var interval = all is { RatioLow: { } low, RatioHigh: { } high }
            ? $" (95 % CI {ChartNumber.Text(Round(low)!.Value)} to {ChartNumber.Text(Round(high)!.Value)})"
            : "";
        var ratio = all.Ratio is { } known ? $"{ChartNumber.Text(Round(known)!.Value)} times the baseline's{interval}" : "not known";
        return $"Over all, the standard deviation of {name} is {ratio}; it is credibly higher in "
            + $"{NumberFormat.Count(series.IntervalsAbove)} of {NumberFormat.Counted(series.Intervals.Count, "interval")}, and lower in "
            + $"{NumberFormat.Count(series.IntervalsBelow)}.";
    }

    private static double? Round(double? ratio) => ratio is { } known ? ChartNumber.Round(known) : null;
}
