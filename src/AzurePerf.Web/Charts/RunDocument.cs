using System.Text;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Storage.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Charts;

/// <summary>A run as a document to keep or send.</summary>
internal static class RunDocument
{
    /// <param name="results">Of the run.</param>
    /// <param name="format">html or md.</param>
    public static FileContentHttpResult Of(RunResults results, string format) => format == "html"
        ? TypedResults.File(Encoding.UTF8.GetBytes(HtmlReport.Render(results)), "text/html; charset=utf-8", results.Run.RunId + ".html")
        : TypedResults.File(
            Encoding.UTF8.GetBytes(
                MarkdownReport.Render(
                    results.Experiment, results.Run, results.Points, results.ToPoints().Sections, results.ToCharts().Charts)),
            "text/markdown; charset=utf-8",
            results.Run.RunId + ".md");
}
