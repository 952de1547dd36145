using System.Globalization;
using System.Text;
using AzurePerf.Core.Api;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Ids;
using AzurePerf.Web.Access;
using AzurePerf.Web.Live;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Charts;

/// <summary>/api/v1/runs/{id}/charts: the charts of a run as data, and one of them as numbers or as a picture.</summary>
internal static class ChartsApi
{
    public static void MapCharts(this IEndpointRouteBuilder runs)
    {
        runs.MapGet("/{id}/charts", ListAsync)
            .Explain("listCharts", "The charts of a run as data: axes, series, captions and tables.", ProblemTypes.InvalidRequest,
                ProblemTypes.NotFound);
        runs.MapGet("/{id}/charts/{chart}.csv", CsvAsync)
            .Explain("getChartCsv", "The numbers of one chart as a file.", ProblemTypes.InvalidRequest, ProblemTypes.NotFound)
            .GivesFile("text/csv");
        runs.MapGet("/{id}/charts/{chart}.svg", SvgAsync)
            .Explain("getChartSvg", "One chart as a picture, with its title and source.", ProblemTypes.InvalidRequest,
                ProblemTypes.NotFound)
            .GivesFile("image/svg+xml")
            .RequireRateLimiting(RequestLimits.Drawings);
    }

    /// <summary>The address of one chart's numbers.</summary>
    public static string CsvAddress(string runId, string chart, int? level) =>
        $"/api/v1/runs/{runId}/charts/{chart}.csv"
            + (level is { } index ? string.Create(CultureInfo.InvariantCulture, $"?configuration={index}") : "");

    /// <summary>The address of all charts' data.</summary>
    public static string Address(string runId, int? level) =>
        $"/api/v1/runs/{runId}/charts{(level is { } index ? string.Create(CultureInfo.InvariantCulture, $"?configuration={index}") : "")}";

    private static async Task<Results<Ok<ChartListResponse>, ProblemHttpResult>> ListAsync(
        HttpContext context, string id, string? configuration, LiveReader reader, CancellationToken cancellationToken)
    {
        var (charts, problem) = await ReadAsync(context, id, configuration, reader, cancellationToken);
        return charts is null ? problem! : TypedResults.Ok(charts);
    }

    private static async Task<Results<FileContentHttpResult, ProblemHttpResult>> CsvAsync(
        HttpContext context, string id, string chart, string? configuration, LiveReader reader, CancellationToken cancellationToken)
    {
        var (charts, found, problem) = await ReadAsync(context, id, chart, configuration, reader, cancellationToken);
        return problem is not null
            ? problem
            : TypedResults.File(
                Encoding.UTF8.GetBytes(found!.ToCsv()), "text/csv; charset=utf-8", charts!.FileNameOf(found.Id) + ".csv");
    }

    private static async Task<Results<FileContentHttpResult, ProblemHttpResult>> SvgAsync(
        HttpContext context, string id, string chart, string? configuration, LiveReader reader, ChartDrawing drawing,
        CancellationToken cancellationToken)
    {
        var (charts, found, problem) = await ReadAsync(context, id, chart, configuration, reader, cancellationToken);
        return problem is not null
            ? problem
            : TypedResults.File(
                Encoding.UTF8.GetBytes(await drawing.SvgAsync(found!, charts!.Source, cancellationToken)), "image/svg+xml",
                charts.FileNameOf(found!.Id) + ".svg");
    }

    private static async Task<(ChartListResponse? Charts, Chart? Chart, ProblemHttpResult? Problem)> ReadAsync(
        HttpContext context, string id, string chart, string? configuration, LiveReader reader, CancellationToken cancellationToken)
    {
        var (charts, problem) = await ReadAsync(context, id, configuration, reader, cancellationToken);
        var found = charts?.Charts.FirstOrDefault(one => one.Id == chart);
        return charts is null || found is not null ? (charts, found, problem)
            : (charts, null, ApiProblem.From(context, ProblemTypes.NotFound, charts.Charts.Count == 0
                ? "this run has no charts yet"
                : "this run has no such chart; it has " + string.Join(", ", charts.Charts.Select(one => one.Id))));
    }

    private static async Task<(ChartListResponse? Charts, ProblemHttpResult? Problem)> ReadAsync(
        HttpContext context, string id, string? configuration, LiveReader reader, CancellationToken cancellationToken)
    {
        var index = 0;
        if (configuration is not null && !int.TryParse(configuration, NumberStyles.None, CultureInfo.InvariantCulture, out index))
        {
            return (null, NoSuchConfiguration(context));
        }

        if (!IdText.IsValid(id) || await reader.ResultsAsync(id, cancellationToken) is not { } results)
        {
            return (null, ApiProblem.From(context, ProblemTypes.NotFound, "there is no run with this id"));
        }

        // A run has no configurations to choose from before its end.
        var charts = results.ToCharts(configuration is null ? null : index);
        return charts.Levels.Count > 0 && index >= charts.Levels.Count ? (null, NoSuchConfiguration(context)) : (charts, null);
    }

    private static ProblemHttpResult NoSuchConfiguration(HttpContext context) => ApiProblem.From(
        context, ProblemTypes.InvalidRequest, [new("configuration", "must be the number, from 0, of one of configurations")]);
}
