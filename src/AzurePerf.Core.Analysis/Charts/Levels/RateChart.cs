using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>The rate of all clients, or of one, against the factor that varies.</summary>
internal static class RateChart
{
    /// <summary>Dots of single repetitions are shown up to here; beyond they would hide the median.</summary>
    private const int MostRepetitions = 24;

    /// <summary>Null where fewer than two places on the x axis were measured, or all by one client and its rate is that of all.</summary>
    public static Chart? Of(ChartSource source, bool perClient)
    {
        LevelResult[] levels = [.. source.Measured().Where(level => level.Measured.All(point => point.Summary is not null))];
        JsonObject[] combinations = [.. levels.Select(level => level.Levels)];
        var axis = new LevelAxis(new(source.Definition, source.Spec), combinations);
        if (axis.Places < 2 || (perClient && levels.All(level => level.Measured.All(point => point.Summary is { Clients: 1 }))))
        {
            return null;
        }

        var metric = perClient ? source.Definition.Metrics.First(one => one.OfOneClient) : source.Definition.Metrics[0];
        LevelFigure[] figures = [.. levels.Select(level => level.ShownOf(metric))];
        var most = figures.Max(figure => figure.Level.Measured.Max(point => figure.ValueOf(point)!.Value));
        var unit = ChartUnit.Of(metric.Unit, most);
        var dots = source.Spec.Repetitions is > 1 and <= MostRepetitions;
        var overlay = PublishedOverlay.Of(source, metric, axis, unit, levels);
        axis = new(new(source.Definition, source.Spec), combinations,
            overlay.Series.SelectMany(series => series.Points.Select(point => point.X)));
        var limits = perClient ? new([], []) : LimitLines.Of(source, metric, unit, most, levels);
        return new()
        {
            Id = perClient ? "rate-per-client" : "rate",
            Kind = ChartKind.Line,
            Title = (perClient ? "Rate of one client" : "Throughput")
                + (axis.Axis.Scale == ChartScale.Category ? "" : axis.IsClients ? " against clients" : " against " + axis.Axis.Label),
            Caption = RateCaption.Of(figures, axis, unit, perClient),
            Notes = [.. RateCaption.Notes(figures, axis, dots), .. overlay.Notes, .. limits.Notes],
            X = axis.Axis,
            Y = new(perClient ? "rate of one client" : "rate", unit.Symbol, ChartScale.Linear),
            Series = [.. Medians(figures, axis, unit), .. dots ? Dots(figures, axis, unit) : [], .. overlay.Series],
            Lines = [.. overlay.Lines, .. limits.Lines],
            Table = RateTable.Of(figures, axis, unit, dots ? source.Spec.Repetitions : 0, overlay, limits.Lines),
        };
    }

    private static IEnumerable<ChartSeries> Medians(LevelFigure[] figures, LevelAxis axis, ChartUnit unit) => figures
        .GroupBy(figure => axis.SeriesOf(figure.Levels))
        .Select(same =>
            new ChartSeries(same.Key, SeriesRole.Measured, [.. same.OrderBy(figure => axis.PlaceOf(figure.Levels)).Select(figure =>
            new ChartPoint(axis.PlaceOf(figure.Levels), unit.Of(figure.Median!.Value))
            {
                Low = figure.Band is { } low ? unit.Of(low.Low) : null,
                High = figure.Band is { } high ? unit.Of(high.High) : null,
                Hollow = figure.Level.Shown.Any(FlaggedPoint.Is),
                Note = $"n = {NumberFormat.Count(figure.Level.Counted.Count)}",
            })]));

    private static IEnumerable<ChartSeries> Dots(LevelFigure[] figures, LevelAxis axis, ChartUnit unit) => figures
        .GroupBy(figure => axis.SeriesOf(figure.Levels))
        .Select(same =>
            new ChartSeries(same.Key, SeriesRole.Repetition,
                [.. same.OrderBy(figure => axis.PlaceOf(figure.Levels)).SelectMany(figure => figure.Level.Measured.Select(point =>
            new ChartPoint(axis.PlaceOf(figure.Levels), unit.Of(figure.ValueOf(point)!.Value))
            {
                Hollow = FlaggedPoint.Is(point),
                Note = NoteOf(point.Repetition, FlaggedPoint.FlagsOf(point)),
            }))]));

    private static string NoteOf(int repetition, IEnumerable<PointFlag> flags) =>
        string.Join(", ", flags.Select(flag => CamelCase.Of(flag)).Prepend("repetition " + NumberFormat.Count(repetition)));
}
