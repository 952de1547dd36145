using System.Text.Json.Nodes;
using AzurePerf.Core.Charts.Levels;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Results;
using AzurePerf.Core.Series;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Intervals;

/// <summary>Series in 24 intervals of equal length each, as Tudoran et al. 2012 draw theirs: mean and spread (figures 1, 3 and 5) and the
/// coefficient of variation (figure 4).</summary>
public static class IntervalCharts
{
    /// <summary>The axis of all charts over intervals.</summary>
    internal static ChartAxis Axis { get; } = new("interval", "", ChartScale.Linear) { Whole = true };

    /// <summary>Of one run, a curve for each configuration; empty for a run that is no series, and below 48 values.</summary>
    internal static IReadOnlyList<Chart> Of(ChartSource source)
    {
        // Most runs are no series, and results of all points are expensive to compute.
        if (source.Spec.RepeatEverySeconds == 0)
        {
            return [];
        }

        var names = new LevelNames(source.Definition, source.Spec);
        return Of([.. SeriesStatistics.Of(LevelResults.Of(source.Definition, source.Spec, source.Points))
            .Select(series => (names.Of(series.Levels), series))]);
    }

    /// <summary>Of several runs of one experiment, the first of them the baseline, and how much each varies next to it
    /// (figure 2).</summary>
    /// <param name="runs">By the name for the legend, each name once.</param>
    public static IReadOnlyList<Chart> Of(IReadOnlyList<(string Name, MeasuredRun Run)> runs)
    {
        ArgumentNullException.ThrowIfNull(runs);
        if (runs.All(run => run.Run.Spec.RepeatEverySeconds == 0))
        {
            return [];
        }

        var charts = Of([.. runs.SelectMany(run => SeriesStatistics.Of(run.Run.Results())
            .Select(series => (NameOf(run, series.Levels), series)))]);
        return DeviationRatioChart.Of(runs) is { } ratio ? [.. charts, ratio] : charts;
    }

    /// <summary>The run, and the configuration where it has several.</summary>
    internal static string NameOf((string Name, MeasuredRun Run) run, JsonObject levels) =>
        run.Run.Experiment is { } experiment && new LevelNames(experiment, run.Run.Spec).Of(levels) is { Length: > 0 } configuration
            ? $"{run.Name}, {configuration}"
            : run.Name;

    private static IReadOnlyList<Chart> Of((string Name, SeriesStatistics Series)[] all)
    {
        // A reader cannot tell more curves than these apart, and an axis has one unit.
        var drawn = all.Where(one => one.Series.Unit == all[0].Series.Unit).Take(DistributionChart.MostCurves).ToArray();
        return drawn.Length == 0 ? [] : [Means(drawn), Variations(drawn)];
    }

    private static Chart Means((string Name, SeriesStatistics Series)[] drawn)
    {
        var isLatency = drawn[0].Series.Unit == "ns";
        var means = drawn.SelectMany(one => one.Series.Intervals).Select(interval => interval.Mean).OfType<double>().ToArray();
        var unit = ChartUnit.Of(drawn[0].Series.Unit, isLatency ? means.Min() : means.Max());
        var what = isLatency ? "mean latency" : "mean rate";
        ChartSeries[] series = [.. drawn.Select(one => Curve(one.Name, one.Series, interval => new(0, In(unit, interval.Mean))
        {
            Low = In(unit, interval.Mean - interval.StandardDeviation),
            High = In(unit, interval.Mean + interval.StandardDeviation),
        }))];
        return new()
        {
            Id = "intervals",
            Kind = ChartKind.Line,
            Title = "Mean and spread of each interval",
            Caption = string.Join(" ", drawn.Select(one => Lead(one.Name, drawn.Length)
                + $"the means lie between {unit.Text(one.Series.Intervals.Min(interval => interval.Mean)!.Value)} and "
                + $"{unit.Text(one.Series.Intervals.Max(interval => interval.Mean)!.Value)}; the standard deviation over all is "
                + $"{unit.Text(one.Series.Overall.StandardDeviation!.Value)}.").Select(Sentence.Start)),
            Notes = [LengthOf(drawn), "A band reaches one standard deviation to either side of the mean."],
            X = Axis,
            Y = new(what, unit.Symbol, ChartScale.Linear),
            Series = series,
            Table = new(
                [new("series"), new("interval"), new("n"), new("mean", unit.Symbol), new("sigma", unit.Symbol),
                    new("mean - sigma", unit.Symbol), new("mean + sigma", unit.Symbol)],
                [.. Rows(drawn, series, (interval, point) =>
                    [(long)interval.Count, point.Y, In(unit, interval.StandardDeviation), point.Low, point.High])]),
        };
    }

    private static Chart Variations((string Name, SeriesStatistics Series)[] drawn)
    {
        ChartSeries[] series = [.. drawn.Select(one => Curve(one.Name, one.Series, interval => new(0, Percent(interval.Variation))))];
        return new()
        {
            Id = "interval-variation",
            Kind = ChartKind.Bars,
            Title = "Coefficient of variation of each interval",
            Caption = string.Join(" ", drawn.Select(one => Lead(one.Name, drawn.Length)
                + $"it is {NumberFormat.Percent(one.Series.Intervals.Min(interval => interval.Variation) ?? 0)} to "
                + $"{NumberFormat.Percent(one.Series.Intervals.Max(interval => interval.Variation) ?? 0)}, and "
                + $"{NumberFormat.Percent(one.Series.Overall.Variation ?? 0)} over all.").Select(Sentence.Start)),
            Notes = ["The coefficient of variation is the standard deviation in per cent of the mean.", LengthOf(drawn)],
            X = Axis,
            Y = new("coefficient of variation", "%", ChartScale.Linear),
            Series = series,
            Table = new(
                [new("series"), new("interval"), new("n"), new("coefficient of variation", "%")],
                [.. Rows(drawn, series, (interval, point) => [(long)interval.Count, point.Y])]),
        };
    }

    private static ChartSeries Curve(string name, SeriesStatistics series, Func<SpreadStatistics, ChartPoint> point) =>
        new(name, SeriesRole.Measured, [.. series.Intervals.Select((interval, index) => point(interval) with { X = index + 1 })]);

    private static IEnumerable<IReadOnlyList<object?>> Rows((string Name, SeriesStatistics Series)[] drawn, ChartSeries[] series,
        Func<SpreadStatistics, ChartPoint, object?[]> cells) =>
        drawn.Zip(series).SelectMany(pair => pair.First.Series.Intervals.Zip(pair.Second.Points, (interval, point) =>
            (IReadOnlyList<object?>)[pair.First.Name, point.X, .. cells(interval, point)]));

    private static string Lead(string name, int curves) => curves > 1 ? $"{name}: " : "";

    /// <summary>Each run is cut by its own span.</summary>
    private static string LengthOf((string Name, SeriesStatistics Series)[] drawn)
    {
        var lengths = drawn.Select(one => NumberFormat.Duration(TimeSpan.FromSeconds(one.Series.IntervalSeconds))).Distinct();
        return $"An interval lasts {string.Join(" or ", lengths)}.";
    }

    private static double? In(ChartUnit unit, double? value) => value is { } known ? unit.Of(known, ChartNumber.FineDigits) : null;

    private static double? Percent(double? share) => share is { } known ? ChartNumber.Round(known * 100) : null;
}
