using System.Text;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Core.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Charts;

/// <summary>A document as a file to keep or send.</summary>
internal static class DocumentFile
{
    private const string Html = "html";
    private const string Markdown = "md";

    /// <summary>What is wrong with any other format.</summary>
    public static SpecFault FormatFault { get; } = new("format", $"must be {Html} or {Markdown}");

    public static bool IsFormat(string? format) => format is Html or Markdown;

    /// <param name="document">What it says.</param>
    /// <param name="format">html or md.</param>
    /// <param name="name">Of the file, without its ending.</param>
    public static FileContentHttpResult Of(ReportDocument document, string format, string name) => format == Html
        ? TypedResults.File(Encoding.UTF8.GetBytes(HtmlReport.Render(document)), "text/html; charset=utf-8", name + ".html")
        : TypedResults.File(Encoding.UTF8.GetBytes(MarkdownReport.Render(document)), "text/markdown; charset=utf-8", name + ".md");
}
