using AzurePerf.Core.Charts.Intervals;
using AzurePerf.Core.Charts.Levels;
using AzurePerf.Core.Charts.Timeline;

namespace AzurePerf.Core.Charts;

/// <summary>The charts of a run. One that has nothing to show is absent.</summary>
public static class RunCharts
{
    /// <summary>Every chart that can be made, in the order of the page.</summary>
    public static IReadOnlyList<Chart> Of(ChartSource source)
    {
        ArgumentNullException.ThrowIfNull(source);
        Chart?[] all =
        [
            SeriesChart.Of(source),
            .. IntervalCharts.Of(source),
            RateDistributionChart.Of(source),
            .. MetricChart.AllOf(source),
            RepetitionChart.Of(source),
            DistributionChart.Of(source),
            PercentileChart.Of(source),
            OperationChart.Of(source),
            HeatChart.Of(source),
            WorkerChart.Of(source),
        ];
        return [.. all.OfType<Chart>().Select(chart => chart with { Disclaimer = source.Definition.Disclaimer })];
    }
}
