using AzurePerf.Core.Reports.Documents;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Sections;
using AzurePerf.Storage.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Charts;

/// <summary>A run as a document to keep or send.</summary>
internal static class RunDocument
{
    /// <param name="results">Of the run.</param>
    /// <param name="format">html or md.</param>
    public static FileContentHttpResult FileOf(RunResults results, string format) =>
        DocumentFile.Of(Of(results, resultsFirst: format == "md"), format, results.Run.RunId);

    /// <param name="results">Of the run.</param>
    /// <param name="resultsFirst">True where no charts are drawn: the results stand at their place.</param>
    public static ReportDocument Of(RunResults results, bool resultsFirst = false)
    {
        var (sections, charts) = (results.ToPoints().Sections, results.ToCharts());
        ReportSection[] own = results.Experiment is { Metrics.Count: > 0 } definition
            ? [ResultSection.Of(definition, results.Run.Spec, results.Points)]
            : [];
        ReportSection[] leads = [.. sections.Where(section => section is { Leads: true, HasContent: true })];
        ReportSection[] rest = [.. sections.Where(section => section is { Leads: false, HasContent: true })];
        return new()
        {
            Title = ReportFacts.TitleOf(results.Run),
            Subject = results.Run.RunId,
            Facts = ReportFacts.Of(results.Experiment, results.Run, results.Points, sections),
            Leading = resultsFirst ? [.. own, .. leads] : leads,
            Charts = charts.Charts,
            ChartFile = charts.FileName,
            ChartSource = charts.Source,
            Sections = resultsFirst ? rest : [.. own, .. rest],
        };
    }
}
