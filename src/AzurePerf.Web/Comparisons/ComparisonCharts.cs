using AzurePerf.Core.Api;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Charts.Intervals;
using AzurePerf.Core.Charts.Levels;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using AzurePerf.Web.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Comparisons;

/// <summary>The curves of compared runs, on the page and as data: /api/v1/compare/charts?runs=a,b,c.</summary>
internal static class ComparisonCharts
{
    private const string Path = "/api/v1/compare/charts";

    public static void MapComparisonCharts(this IEndpointRouteBuilder api)
    {
        api.MapGet("/compare/charts", ListAsync)
            .Explain("listComparisonCharts", "The curves of several runs of one experiment as data: axes, series, caption and table.",
                ProblemTypes.InvalidRequest, ProblemTypes.NotFound, ProblemTypes.NothingToCompare);
        api.MapGet("/compare/charts/{chart}.csv", CsvAsync)
            .Explain("getComparisonChartCsv", "The numbers of these curves as a file.", ProblemTypes.InvalidRequest, ProblemTypes.NotFound,
                ProblemTypes.NothingToCompare)
            .GivesFile("text/csv");
    }

    /// <summary>Null where nothing varies that could be an axis, and the runs are no series.</summary>
    /// <param name="runs">Of one experiment, the baseline first.</param>
    /// <param name="metric">What is drawn.</param>
    /// <param name="asked">As the address names the metric; empty where it names none.</param>
    public static ChartSet? Of(IReadOnlyList<RunResults> runs, Metric metric, string asked)
    {
        var experiment = runs[0].Experiment!;
        // A legend tells runs of the same name apart by their ids.
        var names = runs.Select(run => run.Run.Spec.Name.Length > 0 ? run.Run.Spec.Name : run.Run.RunId).ToArray();
        (string, MeasuredRun)[] named = [.. runs.Select((run, index) => (names.Count(name => name == names[index]) > 1
            ? $"{names[index]} ({run.Run.RunId[..6]})" : names[index], run.Measured))];
        Chart[] charts = [.. ComparisonChart.Of(experiment, metric, named) is { } curves ? [curves] : Array.Empty<Chart>(),
            .. IntervalCharts.Of(named)];
        var query = "?runs=" + string.Join(",", runs.Select(run => run.Run.RunId)) + (asked.Length > 0 ? "&metric=" + asked : "");
        return charts.Length == 0 ? null : new(Path, query, [.. charts.Select(chart => chart with { Disclaimer = experiment.Disclaimer })]);
    }

    private static async Task<Results<Ok<ChartSetResponse>, ProblemHttpResult>> ListAsync(
        HttpContext context, RunReader reader, string? runs, string? metric, CancellationToken cancellationToken)
    {
        var (charts, problem) = await ReadAsync(context, reader, runs, metric, cancellationToken);
        return charts is null ? problem! : TypedResults.Ok(charts.ToResponse());
    }

    private static async Task<Results<FileContentHttpResult, ProblemHttpResult>> CsvAsync(
        HttpContext context, RunReader reader, string chart, string? runs, string? metric, CancellationToken cancellationToken)
    {
        var (charts, problem) = await ReadAsync(context, reader, runs, metric, cancellationToken);
        return charts is null ? problem! : charts.File(context, chart);
    }

    private static async Task<(ChartSet? Charts, ProblemHttpResult? Problem)> ReadAsync(
        HttpContext context, RunReader reader, string? runs, string? metric, CancellationToken cancellationToken)
    {
        var ids = NamedRuns.Of([runs]);
        if (ids.Count is < 2 or > ComparePage.MostRuns || ids.Any(id => !ComparedSides.IsName(id)))
        {
            return (null, ApiProblem.From(context, ProblemTypes.InvalidRequest,
                [new("runs", $"must be 2 to {ComparePage.MostRuns} ids of runs, separated by commas")]));
        }

        var (found, missing) = await reader.FindSidesAsync(ids, cancellationToken);
        if ((found.Find(one => one.Experiment is null)?.Run.RunId ?? missing) is { } id)
        {
            return (null, ApiProblem.From(context, ProblemTypes.NotFound, $"there is no run with the id {id}"));
        }

        var (baseline, experiment) = (found[0].Run.Spec, found[0].Experiment!);
        if (found.Find(run => run.Run.Spec.Experiment != baseline.Experiment) is { } other)
        {
            return (null, ApiProblem.From(context, ProblemTypes.NothingToCompare,
                $"the baseline is a run of {baseline.Experiment}, {other.Run.RunId} one of {other.Run.Spec.Experiment}"));
        }

        return (metric is null ? experiment.Headline(baseline.Parameters) : experiment.FindMetric(metric)) is not { } drawn
            ? (null, ApiProblem.From(context, ProblemTypes.NothingToCompare, $"runs of {experiment.Id} have no {metric}"))
            : (Of(found, drawn, metric ?? "") ?? new(Path, "", []), null);
    }
}
