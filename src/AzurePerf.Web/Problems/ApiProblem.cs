using System.Diagnostics;
using AzurePerf.Core.Runs;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace AzurePerf.Web.Problems;

/// <summary>Makes problem documents; the only place that does.</summary>
internal static class ApiProblem
{
    private const string RetryAfterSeconds = "5";

    /// <summary>A run takes minutes.</summary>
    private const string RetryAfterRunsSeconds = "60";

    public static ProblemHttpResult From(HttpContext context, ProblemType type, string? detail = null) =>
        TypedResults.Problem(Document(context, type, detail));

    /// <summary>A problem with the faults of a request by their path.</summary>
    public static ProblemHttpResult From(HttpContext context, ProblemType type, IReadOnlyList<SpecFault> faults)
    {
        var document = Document(context, type,
            type == ProblemTypes.OverLimit || type == ProblemTypes.TooManyRuns ? string.Join("; ", faults.Select(fault => fault.Message))
            : faults.Count == 1 ? "one field is not valid" : $"{faults.Count} fields are not valid");
        document.Extensions["errors"] = faults
            .GroupBy(fault => fault.Path)
            .ToDictionary(group => group.Key, group => group.Select(fault => fault.Message).ToArray());
        return TypedResults.Problem(document);
    }

    private static ProblemDetails Document(HttpContext context, ProblemType type, string? detail)
    {
        if (context.Response.Headers.RetryAfter.Count == 0
            && (type.Status == StatusCodes.Status503ServiceUnavailable || type == ProblemTypes.TooManyRuns))
        {
            context.Response.Headers.RetryAfter = type == ProblemTypes.TooManyRuns ? RetryAfterRunsSeconds : RetryAfterSeconds;
        }

        return new()
        {
            Type = type.Address,
            Title = type.Title,
            Status = type.Status,
            Detail = detail ?? type.Remedy,
            Extensions = { ["traceId"] = TraceIdOf(context) },
        };
    }

    public static string TraceIdOf(HttpContext context) => Activity.Current?.Id ?? context.TraceIdentifier;
}
