using AzurePerf.Core.Charts.History;
using AzurePerf.Storage.Workers;
using AzurePerf.Web.Charts;

namespace AzurePerf.Web.Workers;

/// <summary>How many workers the pools had: the same charts for page, API and files.</summary>
internal static class PoolCharts
{
    private const string Path = "/api/v1/workers/charts";

    public static async Task<ChartSet> ReadAsync(PoolHistoryStore history, CancellationToken cancellationToken) =>
        new(Path, "", PoolChart.Of(await history.ReadAsync(cancellationToken)) is { } chart ? [chart] : []);
}
