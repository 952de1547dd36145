using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Core.Trends;
using AzurePerf.Core.Views;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Comparisons;
using AzurePerf.Web.Images;
using AzurePerf.Web.Runs;
using AzurePerf.Web.Trends;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Extensions.Primitives;

namespace AzurePerf.Web.Shares;

/// <summary>Finds what a page that can be shared shows, with the readers of the page itself.</summary>
internal sealed class SharedContents(ExperimentCatalogue experiments, RunReader runs, TrendReader trends, RunImages images)
{
    private static readonly string[] NamesOfRuns = ["baseline", "runs", "candidate"];

    /// <summary>Null where the page shows nothing that could be shared, or what it showed is gone.</summary>
    public async Task<SharedContent?> FindAsync(ViewAddress address, CancellationToken cancellationToken)
    {
        var question = address.Text.IndexOf('?', StringComparison.Ordinal);
        var path = question < 0 ? address.Text : address.Text[..question];
        var query = QueryHelpers.ParseQuery(address.Text[path.Length..]);
        return address.Page switch
        {
            ViewedPage.Run => await OfRunAsync(path.Split('/')[^1], cancellationToken),
            ViewedPage.Compare => await OfComparisonAsync(query, cancellationToken),
            ViewedPage.Trends => await OfTrendAsync(query, cancellationToken),
            _ => null,
        };
    }

    private async Task<SharedContent?> OfRunAsync(string id, CancellationToken cancellationToken)
    {
        if (!IdText.IsValid(id) || await runs.FindAsync(id, cancellationToken) is not { } run
            || await runs.ResultsAsync(id, cancellationToken) is not { } results)
        {
            return null;
        }

        var document = RunDocument.Of(results, new());
        var made = run.Spec.Experiment == RunImages.Experiment ? (await images.FindAsync(id, cancellationToken)).Images : null;
        return new(
            made is not null && run.Spec.Name.Length == 0 ? document with { Title = made.Request.Title } : document,
            () => PointCsv.Render(run, results.ToPoints()), $"/api/v1/runs/{id}/export?")
        {
            Images = made,
        };
    }

    private async Task<SharedContent?> OfComparisonAsync(Dictionary<string, StringValues> query, CancellationToken cancellationToken)
    {
        var ids = NamedRuns.Of(NamesOfRuns.SelectMany(name => query.GetValueOrDefault(name).ToArray()));
        if (ids.Count is < 2 or > ComparePage.MostRuns)
        {
            return null;
        }

        var (found, missing) = await runs.FindSidesAsync(ids, cancellationToken);
        if (missing is not null)
        {
            return null;
        }

        if (query.GetValueOrDefault("first") == "oldest")
        {
            found = [.. found.OrderBy(one => one.Run.SubmittedAt)];
        }

        var (metric, margin) = (query.GetValueOrDefault("metric").ToString(), query.GetValueOrDefault("margin").ToString());
        var across = string.Join(",", query.GetValueOrDefault("across").Where(word => !string.IsNullOrEmpty(word)));
        var compared = ComparedRuns.Of(experiments, found, metric, margin, across);
        if (compared.Group is not { } group || compared.Faults.Count > 0)
        {
            return null;
        }

        var document = ComparisonDocument.Of(group, compared.Charts?.Charts ?? [], "");
        return new(
            document, () => SectionCsv.Of(document.Sections[0].Tables[0], group.Experiment.Disclaimer),
            "/api/v1/compare/export?" + ComparisonExport.QueryOf(found.Select(one => one.Run.RunId), metric, margin, across));
    }

    private async Task<SharedContent?> OfTrendAsync(Dictionary<string, StringValues> query, CancellationToken cancellationToken)
    {
        var (schedule, run) = (query.GetValueOrDefault("schedule").ToString(), query.GetValueOrDefault("run").ToString());
        var subject = schedule.Length > 0
            ? await trends.OfScheduleAsync(schedule, cancellationToken)
            : await trends.OfRunAsync(run, query.GetValueOrDefault("same") == TrendAddress.SamePlan, cancellationToken);
        var asked = query.GetValueOrDefault("configuration").ToString();
        var levels = asked.Length > 0 ? subject?.Find(asked) : null;
        return (asked.Length == 0 || levels is not null) && subject?.Of(levels) is { } trend
            ? new(
                TrendExport.Of(subject, trend, ""), () => TrendCsv.Render(trend, subject.Definition?.Disclaimer ?? ""),
                TrendExport.Address + TrendAddress.QueryOf(subject, trend.Levels))
            : null;
    }
}
