using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>A metric against the factor that varies.</summary>
internal static class MetricChart
{
    /// <summary>Dots of single repetitions are shown up to here; beyond they would hide the median.</summary>
    private const int MostRepetitions = 24;

    /// <summary>One for each metric of the experiment that charts show.</summary>
    public static IEnumerable<Chart> AllOf(ChartSource source) => source.Definition.Metrics
        .Where(metric => metric.InCharts).SelectMany(metric => With(source, metric));

    /// <summary>The chart of a metric and of the one below it as one picture, or what there is of them.</summary>
    private static Chart[] With(ChartSource source, Metric metric)
    {
        var (chart, lower) = (Of(source, metric), metric.DrawnAbove is { } below ? Of(source, below) : null);
        return chart is not null && lower is not null && ChartStack.Fits(chart, lower)
            ? [ChartStack.Of(chart, metric.Label, lower, metric.DrawnAbove!.Label)]
            : [.. new[] { chart, lower }.OfType<Chart>()];
    }

    /// <summary>Null where fewer than two places on the x axis have a value, or all were measured by one client and its rate is that of
    /// all.</summary>
    private static Chart? Of(ChartSource source, Metric metric)
    {
        LevelMetric[] figures = [.. source.Measured().Select(level => level.ShownOf(metric)).Where(figure => figure.Median is not null)];
        LevelResult[] levels = [.. figures.Select(figure => figure.Level)];
        JsonObject[] combinations = [.. levels.Select(level => level.Levels)];
        var axis = new LevelAxis(new(source.Definition, source.Spec), combinations);
        if (axis.Places < 2 || (metric.OfOneClient && levels.All(level => level.Measured.All(point => point.Summary is { Clients: 1 }))))
        {
            return null;
        }

        var most = figures.Max(figure => figure.Level.Measured.Max(point => figure.ValueOf(point) ?? 0));
        var unit = ChartUnit.Of(metric.Unit, most);
        var dots = source.Spec.Repetitions is > 1 and <= MostRepetitions;
        var overlay = PublishedOverlay.Of(source, metric, axis, unit, figures);
        axis = new(new(source.Definition, source.Spec), combinations,
            overlay.Series.SelectMany(series => series.Points.Select(point => point.X))
                .Concat(overlay.Lines.Where(line => line.Role == ChartLineRole.PublishedPlace).Select(line => line.Value)));
        var limits = LimitLines.Of(source, metric, unit, most, levels);
        var isRate = metric.Quantity == Quantity.Rate;
        return new()
        {
            Id = metric.OfOneClient ? "rate-per-client" : metric.Is(source.Definition.Metrics[0]) ? "rate" : "metric-" + metric.Name,
            Kind = ChartKind.Line,
            Title = Sentence.Start(metric.Label)
                + (axis.Axis.Scale == ChartScale.Category ? "" : axis.IsClients ? " against clients" : " against " + axis.Axis.Label),
            Caption = MetricCaption.Of(figures, axis, unit, metric),
            Notes = [.. MetricCaption.Notes(figures, axis, dots), .. overlay.Notes, .. limits.Notes],
            X = axis.Axis,
            Y = new(!isRate ? metric.Label : metric.OfOneClient ? "rate of one client" : "rate", unit.Symbol, ChartScale.Linear),
            Series = [.. Medians(figures, axis, unit), .. dots ? Dots(figures, axis, unit) : [], .. overlay.Series],
            Lines = [.. overlay.Lines, .. limits.Lines],
            Table = MetricTable.Of(figures, axis, unit, dots ? source.Spec.Repetitions : 0, overlay, limits.Lines),
        };
    }

    private static IEnumerable<ChartSeries> Medians(LevelMetric[] figures, LevelAxis axis, ChartUnit unit) => figures
        .GroupBy(figure => axis.SeriesOf(figure.Levels))
        .Select(same =>
            new ChartSeries(same.Key, SeriesRole.Measured,
                [.. same.OrderBy(figure => axis.PlaceOf(figure.Levels)).Select(figure => MedianOf(figure, axis, unit))]));

    /// <summary>The median of a configuration at its place, with its interval.</summary>
    internal static ChartPoint MedianOf(LevelMetric figure, LevelAxis axis, ChartUnit unit) =>
        new(axis.PlaceOf(figure.Levels), unit.Of(figure.Median!.Value))
        {
            Low = figure.Band is { } low ? unit.Of(low.Low) : null,
            High = figure.Band is { } high ? unit.Of(high.High) : null,
            Hollow = figure.Level.Shown.Any(FlaggedPoint.Is),
            Note = $"n = {NumberFormat.Count(figure.Values.Count)}",
        };

    private static IEnumerable<ChartSeries> Dots(LevelMetric[] figures, LevelAxis axis, ChartUnit unit) => figures
        .GroupBy(figure => axis.SeriesOf(figure.Levels))
        .Select(same =>
            new ChartSeries(same.Key, SeriesRole.Repetition,
                [.. same.OrderBy(figure => axis.PlaceOf(figure.Levels)).SelectMany(figure => figure.Level.Measured
                .Where(point => figure.ValueOf(point) is not null)
                .Select(point => new ChartPoint(axis.PlaceOf(figure.Levels), unit.Of(figure.ValueOf(point)!.Value))
            {
                Hollow = FlaggedPoint.Is(point),
                Note = NoteOf(point.Repetition, FlaggedPoint.FlagsOf(point)),
            }))]));

    private static string NoteOf(int repetition, IEnumerable<PointFlag> flags) =>
        string.Join(", ", flags.Select(flag => CamelCase.Of(flag)).Prepend("repetition " + NumberFormat.Count(repetition)));
}
