using System.ComponentModel;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Pages;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using AzurePerf.Web.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Comparisons;

/// <summary>/api/v1/compare/export: a comparison as one file.</summary>
internal static class ComparisonExport
{
    private const string Path = "/api/v1/compare/export";

    public static void MapComparisonExport(this IEndpointRouteBuilder api) => api.MapGet("/compare/export", ExportAsync)
        .Explain("exportComparison", "Two to eight runs compared with the first of them, as one HTML or Markdown file.",
            ProblemTypes.InvalidRequest, ProblemTypes.NotFound, ProblemTypes.RunNotEnded, ProblemTypes.NothingToCompare)
        .GivesFile("text/html", "text/markdown");

    /// <summary>Where the file is.</summary>
    public static string Address(string format, IEnumerable<string> runs, string metric, string margin, string across) =>
        $"{Path}?format={format}&{QueryOf(runs, metric, margin, across)}";

    /// <summary>How a comparison is asked for, of the page and of the file; without a question mark.</summary>
    public static string QueryOf(IEnumerable<string> runs, string metric, string margin, string across) =>
        "runs=" + string.Join(",", runs) + RuleOf(metric, margin, across);

    /// <summary>By what, and how strictly, to compare: the end of a query that names runs.</summary>
    public static string RuleOf(string metric, string margin, string across)
    {
        (string Name, string Value)[] rule = [("metric", metric), ("margin", margin), ("across", across)];
        return string.Concat(rule.Where(one => one.Value.Length > 0).Select(one => $"&{one.Name}={Uri.EscapeDataString(one.Value)}"));
    }

    private static async Task<Results<FileContentHttpResult, ProblemHttpResult>> ExportAsync(
        HttpContext context, ExperimentCatalogue experiments, RunReader reader, TimeProvider time,
        [Description("html or md.")] string? format, string? runs, string? metric, string? margin, string? across,
        CancellationToken cancellationToken)
    {
        var ids = NamedRuns.Of([runs]);
        if (!DocumentFile.IsFormat(format))
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, [DocumentFile.FormatFault]);
        }

        if (ids.Count is < 2 or > ComparePage.MostRuns)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest,
                [new("runs", $"must be 2 to {ComparePage.MostRuns} ids of runs, separated by commas")]);
        }

        var (found, missing) = await reader.FindSidesAsync(ids, cancellationToken);
        if (missing is not null)
        {
            return ApiProblem.From(context, ProblemTypes.NotFound, $"there is no run with the id {missing}");
        }

        var compared = ComparedRuns.Of(experiments, found, metric ?? "", margin ?? "", across ?? "");
        if (compared.Wrong.Count > 0)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, compared.Wrong);
        }

        if (compared.Group is not { } group || compared.Refusal is not null)
        {
            return ApiProblem.From(context, compared.Refusal?.Type ?? ProblemTypes.NothingToCompare, string.Join("; ", compared.Faults));
        }

        var query = QueryOf(ids, metric ?? "", margin ?? "", across ?? "");
        return DocumentFile.Of(
            ComparisonDocument.Of(
                group, compared.Charts?.Charts ?? [], PageOrigin.Of(context.Request, "/compare?" + query, time.GetUtcNow())),
            format!, "comparison." + string.Join(".", ids));
    }
}
