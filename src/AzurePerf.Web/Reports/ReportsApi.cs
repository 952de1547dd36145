using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Charts.History;
using AzurePerf.Core.Executions.Outcomes;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Executions;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Reports;

/// <summary>/api/v1/reports: figures over many runs.</summary>
internal static class ReportsApi
{
    private const string ChartsPath = "/api/v1/reports/outcomes/charts";

    public static void MapReports(this IEndpointRouteBuilder api)
    {
        api.MapGet("/reports/outcomes", OutcomesAsync)
            .Explain("getOutcomes", "How executions ended, per day and experiment.", ProblemTypes.InvalidRequest);
        api.MapGet("/reports/outcomes/charts", ChartsAsync)
            .Explain("listOutcomeCharts", "Timeouts by day, of all and by class, as data: axes, points, caption and table.",
                ProblemTypes.InvalidRequest);
        api.MapGet("/reports/outcomes/charts/{chart}.csv", ChartCsvAsync)
            .Explain("getOutcomeChartCsv", "The numbers of the chart as a file, as they are drawn.", ProblemTypes.InvalidRequest,
                ProblemTypes.NotFound)
            .GivesFile("text/csv");
    }

    /// <summary>The charts of a report; none where nothing was executed.</summary>
    public static ChartSet ChartsOf(OutcomeReport report) =>
        new(ChartsPath, string.Create(CultureInfo.InvariantCulture, $"?days={report.Days.Count}"),
            TimeoutChart.Each(report));

    private static async Task<Results<Ok<ChartSetResponse>, ProblemHttpResult>> ChartsAsync(
        HttpContext context, OutcomeReader reader, string? days, CancellationToken cancellationToken)
    {
        var (count, fault) = ReportDays.Read(days);
        return fault is null
            ? TypedResults.Ok(ChartsOf(await reader.ReadAsync(count, cancellationToken)).ToResponse())
            : ApiProblem.From(context, ProblemTypes.InvalidRequest, [fault]);
    }

    private static async Task<Results<FileContentHttpResult, ProblemHttpResult>> ChartCsvAsync(
        HttpContext context, string chart, OutcomeReader reader, string? days, CancellationToken cancellationToken)
    {
        var (count, fault) = ReportDays.Read(days);
        return fault is null
            ? ChartsOf(await reader.ReadAsync(count, cancellationToken)).File(context, chart)
            : ApiProblem.From(context, ProblemTypes.InvalidRequest, [fault]);
    }

    private static async Task<Results<Ok<OutcomeReport>, ProblemHttpResult>> OutcomesAsync(
        HttpContext context, OutcomeReader reader, string? days, CancellationToken cancellationToken)
    {
        var (count, fault) = ReportDays.Read(days);
        return fault is null
            ? TypedResults.Ok(await reader.ReadAsync(count, cancellationToken))
            : ApiProblem.From(context, ProblemTypes.InvalidRequest, [fault]);
    }
}

/// <summary>Reads the query parameter <c>days</c> of reports; API and page take the same.</summary>
internal static class ReportDays
{
    /// <summary>The number of days, or what is wrong with it.</summary>
    public static (int Days, SpecFault? Fault) Read(string? text)
    {
        var days = OutcomeReader.DefaultDays;
        return text is null
            || (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out days) && days is >= 1 and <= OutcomeReader.MostDays)
            ? (days, null)
            : (OutcomeReader.DefaultDays, new("days", $"must be a whole number from 1 to {OutcomeReader.MostDays}"));
    }
}
