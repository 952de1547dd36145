using System.Text;
using AzurePerf.Core.Api;
using AzurePerf.Core.Charts;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Charts;

/// <summary>Charts over many runs, with the address that gives them as data.</summary>
/// <param name="Path">Without the query; a chart's file is below it.</param>
/// <param name="Query">What they are asked for with; empty, or from the question mark on.</param>
/// <param name="Charts">What is shown.</param>
internal sealed record ChartSet(string Path, string Query, IReadOnlyList<Chart> Charts)
{
    public string Source => Path + Query;

    public string CsvAddress(Chart chart) => $"{Path}/{chart.Id}.csv{Query}";

    /// <summary>One of them as a file.</summary>
    public Results<FileContentHttpResult, ProblemHttpResult> File(HttpContext context, string id) =>
        Charts.FirstOrDefault(chart => chart.Id == id) is { } found
        ? TypedResults.File(Encoding.UTF8.GetBytes(found.ToCsv()), "text/csv; charset=utf-8", id + ".csv")
        : ApiProblem.From(context, ProblemTypes.NotFound,
            Charts.Count == 0 ? "there is nothing to draw yet"
                : "there is no such chart; there are " + string.Join(", ", Charts.Select(chart => chart.Id)));

    public ChartSetResponse ToResponse() => new(Charts);
}
