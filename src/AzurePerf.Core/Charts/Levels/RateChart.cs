using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>The rate of all clients, or of one, against the factor that varies.</summary>
internal static class RateChart
{
    /// <summary>Dots of single repetitions are shown up to here; beyond they would hide the mean.</summary>
    private const int MostRepetitions = 24;

    /// <summary>Null where fewer than two places on the x axis were measured, or all by one client and its rate is that of all.</summary>
    public static Chart? Of(ChartSource source, bool perClient)
    {
        var groups = LevelGroup.Of(source.Spec, source.Points);
        var axis = new LevelAxis(new(source.Definition, source.Spec), groups);
        if (axis.Places < 2 || (perClient && groups.All(group => group.Points.All(point => point.Summary!.Clients == 1))))
        {
            return null;
        }

        var metric = new RateMetric(source.Definition, source.Spec, perClient);
        RateFigure[] figures = [.. groups.Select(group => RateFigure.Of(group, metric))];
        var unit = metric.UnitFor(groups.Max(group => group.Points.Max(metric.ValueOf)));
        var dots = source.Spec.Repetitions is > 1 and <= MostRepetitions;
        var overlay = PublishedOverlay.Of(source, metric, axis, unit, groups);
        axis = new(new(source.Definition, source.Spec), groups, overlay.Series.SelectMany(series => series.Points.Select(point => point.X)));
        var limits = LimitLines.Of(source, metric, unit, groups);
        return new()
        {
            Id = perClient ? "rate-per-client" : "rate",
            Kind = ChartKind.Line,
            Title = (perClient ? "Rate of one client" : "Throughput") + (axis.Axis.Scale == ChartScale.Category ? "" : axis.IsClients ? " against clients" : " against " + axis.Axis.Label),
            Caption = RateCaption.Of(figures, axis, unit, perClient),
            Notes = [.. RateCaption.Notes(figures, axis, dots), .. overlay.Notes, .. limits.Notes],
            X = axis.Axis,
            Y = new(perClient ? "rate of one client" : "rate", unit.Symbol, ChartScale.Linear),
            Series = [.. Means(figures, axis, unit), .. dots ? Dots(groups, axis, unit, metric) : [], .. overlay.Series],
            Lines = [.. overlay.Lines, .. limits.Lines],
            Table = RateTable.Of(figures, axis, unit, metric, dots ? source.Spec.Repetitions : 0, overlay, limits.Lines),
        };
    }

    private static IEnumerable<ChartSeries> Means(RateFigure[] figures, LevelAxis axis, ChartUnit unit) => figures
        .GroupBy(figure => axis.SeriesOf(figure.Group.Levels))
        .Select(same => new ChartSeries(same.Key, SeriesRole.Measured, [.. same.OrderBy(figure => axis.PlaceOf(figure.Group.Levels)).Select(figure =>
            new ChartPoint(axis.PlaceOf(figure.Group.Levels), unit.Of(figure.Mean))
            {
                Low = figure.Low is { } low ? unit.Of(low) : null,
                High = figure.High is { } high ? unit.Of(high) : null,
                Hollow = figure.Group.IsFlagged,
                Note = $"n = {Figures.Count(figure.Group.Counted.Count)}",
            })]));

    private static IEnumerable<ChartSeries> Dots(IReadOnlyList<LevelGroup> groups, LevelAxis axis, ChartUnit unit, RateMetric metric) => groups
        .GroupBy(group => axis.SeriesOf(group.Levels))
        .Select(same => new ChartSeries(same.Key, SeriesRole.Repetition, [.. same.OrderBy(group => axis.PlaceOf(group.Levels)).SelectMany(group => group.Points.Select(point =>
            new ChartPoint(axis.PlaceOf(group.Levels), unit.Of(metric.ValueOf(point)))
            {
                Hollow = LevelGroup.IsFlaggedPoint(point),
                Note = NoteOf(point.Repetition, LevelGroup.FlagsOf(point)),
            }))]));

    private static string NoteOf(int repetition, IEnumerable<PointFlag> flags) =>
        string.Join(", ", flags.Select(flag => ApiWord.Of(flag)).Prepend("repetition " + Figures.Count(repetition)));
}
