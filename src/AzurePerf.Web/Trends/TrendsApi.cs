using System.ComponentModel;
using System.Text;
using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Documents;
using AzurePerf.Web.Pages;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace AzurePerf.Web.Trends;

/// <summary>/api/v1/trends: one figure over many runs.</summary>
internal static class TrendsApi
{
    public const string Address = "/api/v1/trends";
    public const string CsvAddress = Address + ".csv";

    public static void MapTrends(this IEndpointRouteBuilder api)
    {
        api.MapGet("/trends", FindAsync)
            .Explain("getTrend",
                "One metric over the runs of a schedule, or over those that are like a run: values, lasting changes, gaps.",
                ProblemTypes.InvalidRequest, ProblemTypes.NotFound);
        api.MapGet("/trends.csv", CsvAsync)
            .Explain("getTrendCsv", "The same values as a file.", ProblemTypes.InvalidRequest, ProblemTypes.NotFound)
            .GivesFile("text/csv");
        api.MapGet("/trends/export", ExportAsync)
            .Explain("exportTrend", "A trend as one HTML or Markdown file.", ProblemTypes.InvalidRequest, ProblemTypes.NotFound,
                ProblemTypes.NothingToCompare)
            .GivesFile("text/html", "text/markdown");
        api.MapGet("/trends/charts", ChartsAsync)
            .Explain("listTrendCharts", "The chart of a trend as data: axes, points, caption and table.", ProblemTypes.InvalidRequest,
                ProblemTypes.NotFound);
        api.MapGet("/trends/charts/{chart}.csv", ChartCsvAsync)
            .Explain("getTrendChartCsv", "The numbers of a trend's chart as a file, as they are drawn.", ProblemTypes.InvalidRequest,
                ProblemTypes.NotFound)
            .GivesFile("text/csv");
    }

    private static async Task<Results<Ok<ChartSetResponse>, ProblemHttpResult>> ChartsAsync(
        HttpContext context, [AsParameters] TrendParameters asked, TrendReader reader, CancellationToken cancellationToken)
    {
        var (subject, levels, problem) = await ReadAsync(context, asked, reader, cancellationToken);
        return subject is null ? problem! : TypedResults.Ok(TrendCharts.Of(subject, subject.Of(levels)).ToResponse());
    }

    private static async Task<Results<FileContentHttpResult, ProblemHttpResult>> ChartCsvAsync(
        HttpContext context, string chart, [AsParameters] TrendParameters asked, TrendReader reader, CancellationToken cancellationToken)
    {
        var (subject, levels, problem) = await ReadAsync(context, asked, reader, cancellationToken);
        return subject is null ? problem! : TrendCharts.Of(subject, subject.Of(levels)).File(context, chart);
    }

    private static async Task<Results<FileContentHttpResult, ProblemHttpResult>> ExportAsync(
        HttpContext context, [Description("html or md.")] string? format, [AsParameters] TrendParameters asked, TrendReader reader,
        TimeProvider time, CancellationToken cancellationToken)
    {
        if (!DocumentFile.IsFormat(format))
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, [DocumentFile.FormatFault]);
        }

        var (subject, levels, problem) = await ReadAsync(context, asked, reader, cancellationToken);
        return subject is null ? problem!
            : subject.Of(levels) is not { } trend
                ? ApiProblem.From(context, ProblemTypes.NothingToCompare, "no run here measured anything that counts")
            : DocumentFile.Of(
                TrendExport.Of(
                    subject, trend,
                    PageOrigin.Of(context.Request, "/trends" + TrendAddress.QueryOf(subject, trend.Levels), time.GetUtcNow())),
                format!, $"{subject.Schedule?.Id ?? subject.RunId}.trend");
    }

    private static async Task<Results<TaggedJson<TrendResponse>, ProblemHttpResult>> FindAsync(
        HttpContext context, [AsParameters] TrendParameters asked,
        [Description("Id of the run of the last value of the page before.")] string? after,
        [Description("Values on a page, 1 to 1,000; 1,000 when left out.")] string? limit, TrendReader reader,
        CancellationToken cancellationToken)
    {
        var (subject, levels, problem) = await ReadAsync(context, asked, reader, cancellationToken);
        if (subject is null)
        {
            return problem!;
        }

        var (page, fault) = TrendPaging.Read(subject, after, limit);
        return page is null
            ? ApiProblem.From(context, ProblemTypes.InvalidRequest, [fault!])
            : TaggedJson<TrendResponse>.Of(page.Of(subject, subject.Of(levels)));
    }

    private static async Task<Results<FileContentHttpResult, ProblemHttpResult>> CsvAsync(
        HttpContext context, [AsParameters] TrendParameters asked, TrendReader reader, CancellationToken cancellationToken)
    {
        var (subject, levels, problem) = await ReadAsync(context, asked, reader, cancellationToken);
        return subject is null
            ? problem!
            : TypedResults.File(
                Encoding.UTF8.GetBytes(TrendCsv.Render(subject.Of(levels), subject.Definition?.Disclaimer ?? "")),
                "text/csv; charset=utf-8",
                $"{subject.Schedule?.Id ?? subject.RunId}.trend.csv");
    }

    private static async Task<(TrendSubject? Subject, JsonObject? Levels, ProblemHttpResult? Problem)> ReadAsync(
        HttpContext context, TrendParameters asked, TrendReader reader, CancellationToken cancellationToken)
    {
        if (FaultsIn(asked) is { Length: > 0 } faults)
        {
            return (null, null, ApiProblem.From(context, ProblemTypes.InvalidRequest, faults));
        }

        var subject = asked.Schedule is { Length: > 0 } schedule
            ? await reader.OfScheduleAsync(schedule, cancellationToken)
            : await reader.OfRunAsync(asked.Run!, asked.Same == TrendAddress.SamePlan, cancellationToken);
        if (subject is null)
        {
            return (null, null,
                ApiProblem.From(context, ProblemTypes.NotFound,
                    $"there is no {(asked.Schedule is { Length: > 0 } ? "schedule" : "run")} with this id"));
        }

        var levels = asked.Levels is { Length: > 0 } text ? subject.Find(text) : null;
        return levels is null && asked.Levels is { Length: > 0 }
            ? (null, null,
                ApiProblem.From(context, ProblemTypes.InvalidRequest,
                    [new("configuration", "must be one of configurations, which the answer without it lists, as JSON")]))
            : (subject, levels, null);
    }

    private static SpecFault[] FaultsIn(TrendParameters asked)
    {
        var (bySchedule, byRun) = (asked.Schedule is { Length: > 0 }, asked.Run is { Length: > 0 });
        (bool Wrong, SpecFault Fault)[] checks =
        [
            (!bySchedule && !byRun, new("schedule", "is required, or run: the id of a schedule, or of a run that others are like")),
            (bySchedule && byRun, new("run", "must be left out where schedule is given")),
            (asked.Same is not (null or "" or TrendAddress.SamePlan), new("same", $"must be {TrendAddress.SamePlan}, or be left out")),
        ];
        return [.. checks.Where(check => check.Wrong).Select(check => check.Fault)];
    }
}

/// <summary>Which trend is asked for, as sent.</summary>
internal sealed record TrendParameters
{
    [FromQuery(Name = "schedule")]
    [Description("Id of the schedule whose runs are meant; or run.")]
    public string? Schedule { get; init; }

    [FromQuery(Name = "run")]
    [Description("Id of the run that the runs are like; or schedule.")]
    public string? Run { get; init; }

    [FromQuery(Name = "same")]
    [Description("plan: with run, those with the same seed only.")]
    public string? Same { get; init; }

    [FromQuery(Name = "configuration")]
    [Description("One of configurations, as JSON; left out, the best of the newest run.")]
    public string? Levels { get; init; }
}
