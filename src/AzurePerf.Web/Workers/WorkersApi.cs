using AzurePerf.Core.Api;
using AzurePerf.Core.Charts.History;
using AzurePerf.Storage.Workers;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Workers;

/// <summary>/api/v1/workers.</summary>
internal static class WorkersApi
{
    public static void MapWorkers(this IEndpointRouteBuilder api)
    {
        api.MapGet("/workers", ListAsync)
            .Explain("listWorkers", "Pools and workers as their last heartbeats tell; workers by pool, machine and id.");
        api.MapGet("/workers/charts", ChartsAsync)
            .Explain("listWorkerCharts", "How many workers each pool had over the last day, as data: axes, points, caption and table.");
        api.MapGet("/workers/charts/{chart}.csv", ChartCsvAsync)
            .Explain("getWorkerChartCsv", "The numbers of the chart as a file, as they are drawn.", ProblemTypes.NotFound)
            .GivesFile("text/csv");
    }

    private static async Task<Ok<ChartSetResponse>> ChartsAsync(PoolHistoryStore history, CancellationToken cancellationToken) =>
        TypedResults.Ok((await PoolCharts.ReadAsync(history, cancellationToken)).ToResponse());

    private static async Task<Results<FileContentHttpResult, ProblemHttpResult>> ChartCsvAsync(
        HttpContext context, string chart, PoolHistoryStore history, CancellationToken cancellationToken) =>
            (await PoolCharts.ReadAsync(history, cancellationToken)).File(context, chart);

    private static async Task<Ok<WorkerListResponse>> ListAsync(WorkerReader reader, CancellationToken cancellationToken) =>
        TypedResults.Ok(await reader.ListAsync(cancellationToken));
}

/// <summary>How many workers the pools had: the same charts for page, API and files.</summary>
internal static class PoolCharts
{
    private const string Path = "/api/v1/workers/charts";

    public static async Task<ChartSet> ReadAsync(PoolHistoryStore history, CancellationToken cancellationToken) =>
        new(Path, "", PoolChart.Of(await history.ReadAsync(cancellationToken)) is { } chart ? [chart] : []);
}
