using AzurePerf.Core.Reports;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>The rate of each repetition, of a run that measures one combination of levels only.</summary>
internal static class RepetitionChart
{
    /// <summary>Null for a run with several combinations, for a series, which has a chart of its own, and with fewer than two repetitions.</summary>
    public static Chart? Of(ChartSource source)
    {
        var groups = LevelGroup.Of(source.Spec, source.Points);
        if (source.Spec.RepeatEverySeconds > 0 || groups is not [{ Points.Count: > 1 } group] || new LevelNames(source.Definition, source.Spec).Factors.Count > 0)
        {
            return null;
        }

        var metric = new RateMetric(source.Definition, source.Spec, perClient: false);
        var figure = RateFigure.Of(group, metric);
        var unit = metric.UnitFor(group.Points.Max(metric.ValueOf));
        ChartPoint[] points = [.. group.Points.Select(point => new ChartPoint(point.Repetition, unit.Of(metric.ValueOf(point))) { Hollow = LevelGroup.IsFlaggedPoint(point) })];
        return new()
        {
            Id = "repetitions",
            Kind = ChartKind.Line,
            Title = "Throughput of each repetition",
            Caption = $"The mean of {Figures.Counted(group.Counted.Count, "repetition")} is {unit.Text(figure.Mean)}; they lie between {unit.Text(group.Counted.Min(metric.ValueOf))} and {unit.Text(group.Counted.Max(metric.ValueOf))}.",
            Notes = points.Any(point => point.Hollow) ? ["Hollow points carry a flag: something may have spoilt them; the table says what."] : [],
            X = new("repetition", "", ChartScale.Linear),
            Y = new("rate", unit.Symbol, ChartScale.Linear),
            Series = [new("rate", SeriesRole.Measured, points)],
            Table = new(
                [new("repetition"), new("rate", unit.Symbol), new("flags")],
                [.. group.Points.Zip(points, (record, point) => (IReadOnlyList<object?>)[point.X, point.Y, string.Join(", ", LevelGroup.FlagsOf(record).Select(flag => ApiWord.Of(flag)))])]),
        };
    }
}
