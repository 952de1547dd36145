using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>The headline of each repetition, of a run that measures one configuration only.</summary>
internal static class RepetitionChart
{
    /// <summary>Null for a run with several combinations, for a series, which has a chart of its own, and with fewer than two
    /// repetitions.</summary>
    public static Chart? Of(ChartSource source)
    {
        if (source.Spec.RepeatEverySeconds > 0 || source.Measured().ToArray() is not [{ Measured.Count: > 1 } level]
            || new LevelNames(source.Definition, source.Spec).Factors.Count > 0)
        {
            return null;
        }

        var figure = level.ShownOf(source.Definition.Metrics[0]);
        if (figure.Median is null)
        {
            return null;
        }

        PointRecord[] with = [.. level.Measured.Where(point => figure.ValueOf(point) is not null)];
        var unit = ChartUnit.Of(figure.Metric.Unit, with.Max(point => figure.ValueOf(point)!.Value));
        ChartPoint[] points = [.. with.Select(
            point => new ChartPoint(point.Repetition, unit.Of(figure.ValueOf(point)!.Value)) { Hollow = FlaggedPoint.Is(point) })];
        var what = figure.Metric.Quantity == Quantity.Rate ? "rate" : figure.Metric.Label;
        return new()
        {
            Id = "repetitions",
            Kind = ChartKind.Line,
            Title = Sentence.Start(figure.Metric.Label) + " of each repetition",
            Caption =
                $"The median of {NumberFormat.Counted(figure.Values.Count, "repetition")} is {unit.Text(figure.Median!.Value)}; they lie "
                    + $"between {unit.Text(figure.Values.Min())} and {unit.Text(figure.Values.Max())}.",
            Notes = points.Any(point => point.Hollow) ? [FlaggedPoint.Note] : [],
            X = new("repetition", "", ChartScale.Linear) { Whole = true },
            Y = new(what, unit.Symbol, ChartScale.Linear),
            Series = [new(what, SeriesRole.Measured, points)],
            Table = new(
                [new("repetition"), new(what, unit.Symbol), new("flags")],
                [.. with.Zip(points,
                    (record, point) =>
                        (IReadOnlyList<object?>)[point.X, point.Y,
                            string.Join(", ", FlaggedPoint.FlagsOf(record).Select(flag => CamelCase.Of(flag)))])]),
        };
    }
}
