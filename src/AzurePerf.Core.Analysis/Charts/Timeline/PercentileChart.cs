using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Timeline;

/// <summary>Percentiles of the latency over the time of a point.</summary>
internal static class PercentileChart
{
    private const double WideRatio = 20;
    private static readonly (string Name, double Share)[] Percentiles = [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)];

    /// <summary>Null where most intervals in which operations succeeded have too few for a median: those of an outage have none at all. A
    /// percentile that most of them do not support is left out.</summary>
    public static Chart? Of(ChartSource source)
    {
        if (TimelineFrame.Of(source) is not { } frame)
        {
            return null;
        }

        var succeeded = frame.Intervals.Count(interval => interval.Latencies.Count > 0);
        (string Name, double?[] Values)[] courses = [.. Percentiles
            .Select(percentile =>
                (percentile.Name,
                    (double?[])[.. frame.Intervals.Select(interval => LatencySketch.Quantile(interval.Latencies, percentile.Share))]))
            .Where(course => 2 * course.Item2.Count(value => value is not null) >= Math.Max(1, succeeded))];
        if (courses.Length == 0)
        {
            return null;
        }

        var medians = courses[0].Values.OfType<double>().ToArray();
        var unit = ChartUnit.OfTime(medians.Order().ElementAt(medians.Length / 2));
        ChartSeries[] series = [.. courses.Select(course =>
            new ChartSeries(course.Name, SeriesRole.Measured, [.. frame.Intervals.Zip(course.Values, (interval, value) =>
            new ChartPoint(frame.StartOf(interval.Index), value is { } known ? unit.Of(known) : null))]))];
        var all = courses.SelectMany(course => course.Values).OfType<double>().ToArray();
        return new()
        {
            Id = "percentiles",
            Kind = ChartKind.Line,
            Title = "Latency over time" + (frame.Name.Length == 0 ? "" : ": " + frame.Name),
            Caption =
                $"The median{frame.With} lies between {ChartUnit.TimeText(medians.Min())} and "
                    + $"{ChartUnit.TimeText(medians.Max())}{Tail(courses)}.",
            Notes = [.. frame.Notes(), .. OverloadNote.Of(
                [.. source.Measured()], [frame.Curves], "percentiles are of the others alone, and too low."),
                "A gap is an interval with too few operations for that percentile; values are within 1.1 %."],
            X = TimelineFrame.Axis,
            Y = new("latency", unit.Symbol, all.Max() / all.Min() >= WideRatio ? ChartScale.Log : ChartScale.Linear),
            Series = series,
            Table = TableOf(frame, series, unit),
            OfOneLevel = true,
        };
    }

    private static string Tail((string Name, double?[] Values)[] courses) => courses.Length < 2
        ? ""
        : $", the {courses[^1].Name[1..]}th percentile reaches {ChartUnit.TimeText(courses[^1].Values.OfType<double>().Max())}";

    private static ChartTable TableOf(TimelineFrame frame, ChartSeries[] series, ChartUnit unit) => new(
        [new("from", "s"), .. series.Select(one => new ChartColumn(one.Name, unit.Symbol)), new("operations")],
        [.. frame.Intervals.Index().Select(interval => (IReadOnlyList<object?>)
            [frame.StartOf(interval.Item.Index), .. series.Select(one => (object?)one.Points[interval.Index].Y),
                interval.Item.Successes()])]);
}
