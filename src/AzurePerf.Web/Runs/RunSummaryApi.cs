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

/// <summary>/api/v1/runs/{id}/summary, and what the run's page says at its top.</summary>
internal static class RunSummaryApi
{
    public static void MapSummary(this IEndpointRouteBuilder runs) => runs.MapGet("/{id}/summary", SummariseAsync)
        .Explain("getRunSummary",
            "What a run found, in the words of its page: best result, latency there, failures, against baseline and paper, warnings.",
            ProblemTypes.NotFound);

    private static async Task<Results<Ok<RunSummaryResponse>, ProblemHttpResult>> SummariseAsync(
        HttpContext context, string id, ExperimentCatalogue experiments, LiveReader reader, BaselineStore baselines,
        CancellationToken cancellationToken)
    {
        if (!IdText.IsValid(id) || await reader.WatchAsync(id, cancellationToken) is not { } run)
        {
            return RunsApi.NoSuchRun(context);
        }

        var measuresPoints = experiments.Find(run.Spec.Experiment) is { IsBag: false } && RunText.MeasuresPoints(run);
        var results = measuresPoints || run.Points > 0 ? await reader.ResultsAsync(id, cancellationToken) : null;
        var baseline = measuresPoints && run.Status.IsTerminal()
            ? await baselines.FindAsync(new(run.Spec.Target, run.Spec.Experiment, run.Sample), cancellationToken)
            : null;
        var derived = results?.ToPoints();
        var levels = measuresPoints ? results?.Measured.Results() : null;
        var tiles = run.Status.IsTerminal() && levels is not null
            ? RunTile.Of(levels, run.HeadlineMissing, derived!.Published, await CompareAsync(reader, results!, baseline, cancellationToken))
            : [];
        return TypedResults.Ok(new RunSummaryResponse(run.Id, run.Status, tiles, RunCaution.Of(run, levels, derived?.Sections ?? [])));
    }

    /// <summary>How a run stands to its baseline; one more request reads what that measured.</summary>
    /// <param name="reader">Reads it.</param>
    /// <param name="results">Of the run.</param>
    /// <param name="baseline">Null where there is none.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public static async Task<RunBaseline> CompareAsync(
        LiveReader reader, RunResults results, BaselineResponse? baseline, CancellationToken cancellationToken)
    {
        if (baseline is null || baseline.RunId == results.Run.RunId)
        {
            return new(baseline?.RunId, IsItself: baseline is not null);
        }

        return await reader.EndedResultsAsync(baseline.RunId, cancellationToken) is { } other
            ? new(baseline.RunId, Comparison: RunComparison.WithBaseline((results.Run, results.Measured), (other.Run, other.Measured)))
            : new(baseline.RunId, IsGone: true);
    }
}
