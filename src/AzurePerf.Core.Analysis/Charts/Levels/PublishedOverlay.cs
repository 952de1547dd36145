using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>What was published of the same rate: points where the number of clients is known, lines for maxima over all of them.</summary>
internal sealed record PublishedOverlay(IReadOnlyList<ChartSeries> Series, IReadOnlyList<ChartLine> Lines, IReadOnlyList<string> Notes)
{
    private static readonly PublishedOverlay None = new([], [], []);

    public static PublishedOverlay Of(ChartSource source, Metric metric, LevelAxis axis, ChartUnit unit, IReadOnlyList<LevelResult> levels)
    {
        if (!axis.IsClients || PublishedOf(metric) is not { } published
            || levels.Any(level => level.Measured.Any(point => point.Summary?.OpenLoop is not null)))
        {
            return None;
        }

        PublishedFigure[] figures = [.. PublishedFigures.Of(source.Definition.Id)
            .Where(figure => figure.Metric == published.Metric && levels.Any(level => FitsBut(figure, level.Levels)))];
        ChartSeries[] series = [.. figures.Where(figure => figure.Levels.ContainsKey(LevelColumns.Clients))
            .GroupBy(figure => figure.Point.Source + ", " + figure.Point.Reference)
            .Select(same => new ChartSeries("published: " + same.Key, SeriesRole.Published, [.. same
                .Select(figure =>
                    new ChartPoint(double.Parse(figure.Levels[LevelColumns.Clients], System.Globalization.CultureInfo.InvariantCulture),
                        unit.Of(figure.Point.Value * published.Size))
                {
                    Note = figure.Point.Note.Length == 0 ? figure.Point.Statistic : $"{figure.Point.Statistic}; {figure.Point.Note}",
                })
                .OrderBy(point => point.X)]))];
        ChartLine[] lines = [.. figures.Where(figure => figure.IsMaximumOverClients).Select(figure => new ChartLine(
            ChartLineRole.Published,
            $"published maximum {unit.Text(figure.Point.Value * published.Size)}{SizeOf(figure)}, {figure.Point.Source}",
            unit.Of(figure.Point.Value * published.Size)))];
        return series.Length + lines.Length == 0
            ? None
            : new(series, lines, ["Published figures are of other hardware, in its time, and means over its repetitions."]);
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
