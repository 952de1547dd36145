using AzurePerf.Core.Reports;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.Storage.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Charts;

/// <summary>A run as a document to keep or send.</summary>
internal static class RunDocument
{
    /// <param name="results">Of the run.</param>
    /// <param name="baseline">How it stands to its baseline.</param>
    /// <param name="format">html or md.</param>
    public static FileContentHttpResult FileOf(RunResults results, RunBaseline baseline, string format) =>
        DocumentFile.Of(Of(results, baseline, resultsFirst: format == "md"), format, results.Run.RunId);

    /// <param name="results">Of the run.</param>
    /// <param name="baseline">How it stands to its baseline.</param>
    /// <param name="resultsFirst">True where no charts are drawn: the results stand at their place.</param>
    public static ReportDocument Of(RunResults results, RunBaseline baseline, bool resultsFirst = false)
    {
        var (points, charts) = (results.ToPoints(), results.ToCharts());
        var sections = points.Sections;
        IReadOnlyList<RunTile> tiles = results.Run.Status.IsTerminal() && results.Experiment is { Metrics.Count: > 0 }
            ? RunTile.Of(results.Measured.Results(), results.Run.HeadlineMissing, points.Published, baseline)
            : [];
        ReportSection[] own = results.Experiment is { Metrics.Count: > 0 } definition
            ? [ResultSection.Of(definition, results.Run.Spec, results.Points)]
            : [];
        ReportSection[] leads = [.. sections.Where(section => section is { Leads: true, HasContent: true })];
        ReportSection[] rest = [.. sections.Where(section => section is { Leads: false, HasContent: true })];
        return new()
        {
            Title = ReportFacts.TitleOf(results.Run),
            Subject = results.Run.RunId,
            Facts =
            [
                .. tiles.Where(tile => tile.Value != "-").Select(tile => (tile.Title, tile.Sentence)),
                .. ReportFacts.Of(results.Experiment, results.Run, results.Points, sections),
            ],
            Leading = resultsFirst ? [.. own, .. leads] : leads,
            Charts = charts.Charts,
            ChartFile = charts.FileName,
            ChartSource = charts.Source,
            Sections =
            [
                .. resultsFirst ? [] : own, .. rest, ReportFacts.SettingsOf(results.Experiment, results.Run, results.Points),
            ],
        };
    }
}
