using AzurePerf.Core.Reports.Outcomes;
using AzurePerf.Storage.Kinds;
using AzurePerf.Web.OpenApi;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Reports;

/// <summary>/api/v1/reports: figures over many runs.</summary>
internal static class ReportsApi
{
    public static void MapReports(this IEndpointRouteBuilder api) => api.MapGet("/reports/outcomes", OutcomesAsync)
            .Explain("getOutcomes", "How executions ended, per day and experiment.", ProblemTypes.InvalidRequest);

    private static async Task<Results<Ok<OutcomeReport>, ProblemHttpResult>> OutcomesAsync(
        HttpContext context, OutcomeReader reader, string? days, CancellationToken cancellationToken)
    {
        var (count, fault) = ReportDays.Read(days);
        return fault is null
            ? TypedResults.Ok(await reader.ReadAsync(count, cancellationToken))
            : ApiProblem.From(context, ProblemTypes.InvalidRequest, [fault]);
    }
}
