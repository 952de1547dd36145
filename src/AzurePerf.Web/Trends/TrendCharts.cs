using AzurePerf.Core.Charts.History;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Trends;
using AzurePerf.Web.Charts;

namespace AzurePerf.Web.Trends;

/// <summary>The chart of a trend with its addresses.</summary>
internal static class TrendCharts
{
    private const string Path = TrendsApi.Address + "/charts";

    /// <param name="subject">The runs.</param>
    /// <param name="trend">Null where nothing was measured.</param>
    public static ChartSet Of(TrendSubject subject, Trend? trend) => trend is null
        ? new(Path, TrendAddress.QueryOf(subject, null), [])
        : new(Path, TrendAddress.QueryOf(subject, trend.Levels),
            [
                TrendChart.Of(
                    trend, subject.Configurations.Count > 1 ? LevelText.Of(subject.Parameters, trend.Levels, subject.Varying) : "") with
                {
                    Disclaimer = subject.Definition?.Disclaimer,
                },
            ]);
}
