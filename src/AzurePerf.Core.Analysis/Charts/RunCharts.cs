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
        return [.. All(source).OfType<Chart>()];
    }

    private static IEnumerable<Chart?> All(ChartSource source)
    {
        yield return SeriesChart.Of(source);
        yield return RateDistributionChart.Of(source);
        yield return RateChart.Of(source, perClient: false);
        yield return RateChart.Of(source, perClient: true);
        yield return RepetitionChart.Of(source);
        yield return DistributionChart.Of(source);
        yield return PercentileChart.Of(source);
        yield return OperationChart.Of(source);
        yield return HeatChart.Of(source);
        yield return WorkerChart.Of(source);
    }
}
