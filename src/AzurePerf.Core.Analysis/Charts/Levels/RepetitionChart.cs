using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>The rate of each repetition, of a run that measures one combination of levels only.</summary>
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
        double[] values = [.. level.Measured.Select(point => figure.ValueOf(point)!.Value)];
        var unit = ChartUnit.Of(figure.Metric.Unit, values.Max());
        ChartPoint[] points = [.. level.Measured.Zip(
            values, (point, value) => new ChartPoint(point.Repetition, unit.Of(value)) { Hollow = FlaggedPoint.Is(point) })];
        return new()
        {
            Id = "repetitions",
            Kind = ChartKind.Line,
            Title = "Throughput of each repetition",
            Caption =
                $"The median of {NumberFormat.Counted(figure.Values.Count, "repetition")} is {unit.Text(figure.Median!.Value)}; they lie "
                    + $"between {unit.Text(figure.Values.Min())} and {unit.Text(figure.Values.Max())}.",
            Notes = points.Any(point => point.Hollow) ? [FlaggedPoint.Note] : [],
            X = new("repetition", "", ChartScale.Linear),
            Y = new("rate", unit.Symbol, ChartScale.Linear),
            Series = [new("rate", SeriesRole.Measured, points)],
            Table = new(
                [new("repetition"), new("rate", unit.Symbol), new("flags")],
                [.. level.Measured.Zip(points,
                    (record, point) =>
                        (IReadOnlyList<object?>)[point.X, point.Y,
                            string.Join(", ", FlaggedPoint.FlagsOf(record).Select(flag => CamelCase.Of(flag)))])]),
        };
    }
}
