using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Live;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Runs;

/// <summary>/api/v1/runs/{id}/summary.</summary>
internal static class RunSummaryApi
{
    public static void MapSummary(this IEndpointRouteBuilder runs) => runs.MapGet("/{id}/summary", SummariseAsync)
        .Explain("getRunSummary",
            "What a run found, in the words of its page: best result, latency there, failures, against baseline and paper, warnings.",
            ProblemTypes.NotFound);

    private static async Task<Results<Ok<RunSummaryResponse>, ProblemHttpResult>> SummariseAsync(
        HttpContext context, string id, ExperimentCatalogue experiments, LiveReader reader, BaselineStore baselines,
        BaselineStandings standings, CancellationToken cancellationToken)
    {
        if (!IdText.IsValid(id) || await reader.WatchAsync(id, cancellationToken) is not { } run)
        {
            return RunsApi.NoSuchRun(context);
        }

        var measuresPoints = experiments.Find(run.Spec.Experiment) is { IsBag: false } && RunText.MeasuresPoints(run);
        var results = measuresPoints || run.Points > 0 ? await reader.ResultsAsync(id, cancellationToken) : null;
        var measured = measuresPoints ? results?.Measured : null;
        var standing = measured is not null && run.Status.IsTerminal()
            ? await standings.CompareAsync(
                results!, await baselines.FindAsync(BaselineSubject.Of(results!.Run), cancellationToken), cancellationToken)
            : null;
        return TypedResults.Ok(RunSummaryResponse.Of(run, measured, results?.ToPoints(), standing));
    }
}
