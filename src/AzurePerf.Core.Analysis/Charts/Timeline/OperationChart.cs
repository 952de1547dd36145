using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Timeline;

/// <summary>How many operations succeeded and failed per second over the time of a point.</summary>
internal static class OperationChart
{
    public static Chart? Of(ChartSource source)
    {
        if (TimelineFrame.Of(source) is not { } frame)
        {
            return null;
        }

        double[] seconds = [.. frame.Intervals.Select(interval => frame.Width * frame.TakingPart(interval.Index))];
        double[] successes = [.. frame.Intervals.Zip(seconds, (interval, time) => interval.Successes() / time)];
        double[] errors = [.. frame.Intervals.Zip(seconds, (interval, time) => interval.Errors / time)];
        var unit = ChartUnit.OfOperations(Math.Max(successes.Max(), errors.Max()));
        var failed = frame.Intervals.Sum(interval => interval.Errors) + frame.Curves.ErrorsWithoutTime;
        List<ChartSeries> series = [SeriesOf("succeeded", successes)];
        if (errors.Any(value => value > 0))
        {
            series.Add(SeriesOf("failed", errors));
        }

        return new()
        {
            Id = "operations",
            Kind = ChartKind.Line,
            Title = "Operations over time" + (frame.Name.Length == 0 ? "" : ": " + frame.Name),
            Caption =
                $"{NumberFormat.Counted(frame.Intervals.Sum(interval => interval.Successes()), "operation")}{frame.With} succeeded, at "
                    + $"most {unit.Text(successes.Max())} at a time, and {(failed == 0 ? "none" : NumberFormat.Count(failed))} failed.",
            Notes = [.. frame.Notes(), .. Untimed(frame.Curves.ErrorsWithoutTime),
                frame.Curves switch
                {
                    { Repetitions: 1 } => "The last interval is cut off by the end, so its rate is lower.",
                    { LastIntervals.Count: 0 } =>
                        "Where the shorter repetitions have ended, fewer take part, and the rate is lower.",
                    _ => "The rate is that of the repetitions that still measure. The interval in which one ends is cut off, so the rate "
                        + "is lower there.",
                }],
            X = TimelineFrame.Axis,
            Y = new("rate of one repetition", unit.Symbol, ChartScale.Linear),
            Series = series,
            Table = new(
                [new("from", "s"), .. series.Select(one => new ChartColumn(one.Name, unit.Symbol))],
                [.. frame.Intervals.Index()
                    .Select(interval =>
                        (IReadOnlyList<object?>)[frame.StartOf(interval.Item.Index),
                            .. series.Select(one => (object?)one.Points[interval.Index].Y)])]),
            OfOneLevel = true,
        };

        ChartSeries SeriesOf(string name, double[] values) =>
            new(name, SeriesRole.Measured,
                [.. frame.Intervals.Zip(values, (interval, value) => new ChartPoint(frame.StartOf(interval.Index), unit.Of(value)))]);
    }

    private static IEnumerable<string> Untimed(long errors) => errors == 0
        ? []
        : [$"Of {NumberFormat.Counted(errors, "failed operation")} it was not kept when they ended: they are in no interval."];
}
