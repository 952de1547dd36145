using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Results;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>What was published of the same rate: points where the number of clients is known, lines for maxima over all of them.</summary>
internal sealed record PublishedOverlay(IReadOnlyList<ChartSeries> Series, IReadOnlyList<ChartLine> Lines, IReadOnlyList<string> Notes)
{
    private const string Remark = "Published figures are of other hardware, in its time, and means over its repetitions.";

    private static readonly PublishedOverlay None = new([], [], []);

    /// <summary>Absolute numbers; where there are none, those that were published of one curve without its unit.</summary>
    public static PublishedOverlay Of(
        ChartSource source, Metric metric, LevelAxis axis, ChartUnit unit, IReadOnlyList<LevelMetric> measured)
    {
        if (!axis.IsClients || measured.Any(one => one.Level.Measured.Any(point => point.Summary?.OpenLoop is not null)))
        {
            return None;
        }

        PublishedFigure[] fitting =
        [
            .. PublishedFigures.Of(source.Definition.Id).Where(figure => measured.Any(one => FitsBut(figure, one.Levels))),
        ];
        var found = PublishedOf(metric) is { } published
            ? Absolute([.. fitting.Where(figure => figure.Metric == published.Metric)], published.Size, unit)
            : None;
        if (found == None && measured.Select(one => axis.SeriesOf(one.Levels)).Distinct().Count() == 1)
        {
            found = PublishedCurveOverlay.Of(fitting, metric, unit, measured);
        }

        return found.Series.Count + found.Lines.Count == 0
            ? None
            : found with { Notes = [Remark, .. found.Notes] };
    }

    private static PublishedOverlay Absolute(PublishedFigure[] figures, double size, ChartUnit unit)
    {
        ChartSeries[] series = [.. figures.Where(figure => figure.Levels.ContainsKey(LevelColumns.Clients))
            .GroupBy(figure => figure.Point.Source + ", " + figure.Point.Reference)
            .Select(same => new ChartSeries("published: " + same.Key, SeriesRole.Published, [.. same
                .Select(figure =>
                    new ChartPoint(double.Parse(figure.Levels[LevelColumns.Clients], System.Globalization.CultureInfo.InvariantCulture),
                        unit.Of(figure.Point.Value * size))
                {
                    Note = PublishedText.KindOf(figure.Point),
                })
                .OrderBy(point => point.X)]))];
        ChartLine[] lines = [.. figures.Where(figure => figure.IsMaximumOverClients).Select(figure => new ChartLine(
            ChartLineRole.Published,
            $"published maximum {unit.Text(figure.Point.Value * size)}{SizeOf(figure)}{PublishedCurveOverlay.QualifierOf(figure)}, "
                + $"{figure.Point.Source}, {figure.Point.Reference}",
            unit.Of(figure.Point.Value * size)))];
        return series.Length + lines.Length == 0 ? None : new(series, lines, []);
    }

    /// <summary>What was published of a rate, with how many base units one of the published is.</summary>
    private static (PublishedMetric Metric, double Size)? PublishedOf(Metric metric) =>
        metric.Is(OperationMetrics.ByteRate) ? (PublishedMetric.MegabytesPerSecond, 1e6)
        : metric.Is(OperationMetrics.ByteRatePerClient) ? (PublishedMetric.MegabytesPerSecondPerClient, 1e6)
        : metric.Is(OperationMetrics.OperationRate) ? (PublishedMetric.OperationsPerSecond, 1)
        : metric.Is(OperationMetrics.OperationRatePerClient) ? (PublishedMetric.OperationsPerSecondPerClient, 1)
        : null;

    /// <summary>True when all levels but the clients are those of the figure.</summary>
    private static bool FitsBut(PublishedFigure figure, JsonObject levels) =>
        figure.Levels.All(level => level.Key == LevelColumns.Clients || levels[level.Key]?.ToJsonString() == level.Value);

    private static string SizeOf(PublishedFigure figure) => figure.Point.X.Length == 0 ? "" : $" ({figure.Point.X} {figure.Point.XUnit})";
}
