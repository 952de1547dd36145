using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>What was published of the shares of operations up to some bounds, as points of a cumulative distribution.</summary>
internal static class PublishedShares
{
    /// <summary>What is to be said next to them.</summary>
    public const string Note = "Published figures are of other hardware, in its time.";

    /// <param name="experiment">Catalogue id.</param>
    /// <param name="unit">Of the axis across; bounds are published in ms or MB/s, a million of its base units.</param>
    /// <param name="metrics">Kinds of shares that belong on this chart.</param>
    public static ChartSeries[] Of(string experiment, ChartUnit unit, params PublishedMetric[] metrics) =>
    [
        .. PublishedFigures.Of(experiment)
            .Where(figure => metrics.Contains(figure.Metric))
            .GroupBy(figure => $"published: {figure.Point.Source}, {figure.Point.Reference}")
            .Select(same => new ChartSeries(same.Key, SeriesRole.Published, [.. same
                .Select(figure => new ChartPoint(unit.Of(figure.Bound!.Value * 1e6), DistributionChart.Percent(
                    figure.Metric == PublishedMetric.ShareAtOrAbove ? 1 - figure.Point.Value : figure.Point.Value))
                    {
                        Note = PublishedText.KindOf(figure.Point),
                    })
                .OrderBy(point => point.X)])),
    ];
}
