using System.Globalization;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Results;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>What was published of a curve over the clients without its unit: over one client's, or where on the x axis.</summary>
internal static class PublishedCurveOverlay
{
    /// <summary>How many times our most clients a place may lie and still be drawn: farther ones would leave our curve no room.</summary>
    private const double Farthest = 4;

    private const string Remark = "What was published over one client's is drawn over ours.";

    /// <param name="published">Of the experiment.</param>
    /// <param name="metric">Of the chart.</param>
    /// <param name="unit">Of the chart.</param>
    /// <param name="figures">What is drawn: of one curve.</param>
    public static PublishedOverlay Of(
        IReadOnlyList<PublishedFigure> published, Metric metric, ChartUnit unit, IReadOnlyList<LevelMetric> figures)
    {
        var lone = figures.FirstOrDefault(figure => LevelText.NumberOf(figure.Levels[LevelColumns.Clients]) == 1);
        double? alone = lone?.Succeeded.Median is > 0 and var median ? median : null;
        var most = figures.Max(figure => LevelText.NumberOf(figure.Levels[LevelColumns.Clients])) ?? 0;
        var (series, lines) = (new List<ChartSeries>(), new List<ChartLine>());
        foreach (var figure in published)
        {
            var place = $"{figure.Point.Source}, {figure.Point.Reference}";
            switch (figure.Metric)
            {
                case PublishedMetric.ShareOfLoneClient when metric.OfOneClient && alone is { } one:
                    series.Add(PointOf(figure, unit.Of(figure.Point.Value * one), place));
                    break;
                case PublishedMetric.RiseOfMeanTime when metric.Is(OperationMetrics.MeanLatency) && alone is { } one:
                    series.Add(PointOf(figure, unit.Of((1 + figure.Point.Value) * one), place));
                    break;
                case PublishedMetric.RiseAtPeak when metric.Is(OperationMetrics.MeanLatency) && alone is { } one:
                    lines.Add(
                        LineOf($"{NumberFormat.Percent(figure.Point.Value)} above one client at the highest rate{QualifierOf(figure)}",
                            unit.Of((1 + figure.Point.Value) * one)));
                    break;
                case PublishedMetric.FailedAtPeak when metric.Is(OperationMetrics.SucceededShare):
                    lines.Add(
                        LineOf($"{NumberFormat.Percent(figure.Point.Value)} failed at the highest rate{QualifierOf(figure)}",
                            unit.Of(1 - figure.Point.Value)));
                    break;
                case PublishedMetric.ClientsAtPeak when metric.Is(OperationMetrics.OperationRate) && IsNear(figure):
                    lines.Add(LineOf($"highest{QualifierOf(figure)}", figure.Point.Value, ChartLineRole.PublishedPlace));
                    break;
                case PublishedMetric.ClientsAtPlateau when metric.Is(OperationMetrics.MeanLatency) && IsNear(figure):
                    lines.Add(LineOf($"level from here on{QualifierOf(figure)}", figure.Point.Value, ChartLineRole.PublishedPlace));
                    break;
                default:
                    break;
            }

            bool IsNear(PublishedFigure place) => place.Point.Value <= Farthest * most;

            ChartLine LineOf(string what, double value, ChartLineRole role = ChartLineRole.Published) =>
                new(role, $"published: {what} ({place})", value);
        }

        var isOverOne = series.Count > 0
            || (metric.Is(OperationMetrics.MeanLatency) && lines.Exists(line => line.Role == ChartLineRole.Published));
        return new(series, lines, isOverOne ? [Remark] : []);
    }

    private static ChartSeries PointOf(PublishedFigure figure, double value, string place) =>
        new("published: " + place, SeriesRole.Published,
        [
            new(double.Parse(figure.Levels[LevelColumns.Clients], CultureInfo.InvariantCulture), value)
            {
                Note = $"{NumberFormat.Significant(figure.Point.Value)}, {PublishedText.KindOf(figure.Point)}",
            },
        ]);

    /// <summary>", about" for what stands behind a name; may be empty.</summary>
    internal static string QualifierOf(PublishedFigure figure) =>
        PublishedText.Qualifier(figure.Metric, figure.Point.Note) is { Length: > 0 } qualifier ? ", " + qualifier : "";
}
