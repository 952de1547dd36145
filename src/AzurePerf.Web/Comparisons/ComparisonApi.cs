using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Comparisons;

/// <summary>/api/v1/compare: two runs held against each other.</summary>
internal static class ComparisonApi
{
    public static void MapComparison(this IEndpointRouteBuilder api) => api.MapGet("/compare", CompareAsync);

    private static async Task<Results<Ok<ComparisonResponse>, ProblemHttpResult>> CompareAsync(
        HttpContext context, RunStore runs, BaselineStore baselines, RunReader reader, string? baseline, string? candidate, string? metric, string? margin, string? across,
        CancellationToken cancellationToken)
    {
        if (string.IsNullOrEmpty(baseline) && IdText.IsValid(candidate) && await FindAsync(runs, candidate!, cancellationToken) is { } judged)
        {
            baseline = (await baselines.FindAsync(judged.Spec.Target, judged.Spec.Experiment, cancellationToken))?.RunId;
            if (baseline is null)
            {
                return ApiProblem.From(context, ProblemTypes.NothingToCompare, $"no run is marked as the baseline of {judged.Spec.Experiment} on {judged.Spec.Target}: name one, or mark one");
            }
        }

        var (query, faults) = ComparisonQuery.Read(baseline, candidate, metric, margin, across);
        if (query is null)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, faults);
        }

        var first = await FindAsync(runs, query.Baseline, cancellationToken);
        var second = await FindAsync(runs, query.Candidate, cancellationToken);
        if (ComparisonRefusal.Of(query, first, second) is { } refusal)
        {
            return ApiProblem.From(context, refusal.Type, refusal.Detail);
        }

        var comparison = RunComparison.Of(
            await MeasuredAsync(reader, first!, cancellationToken),
            await MeasuredAsync(reader, second!, cancellationToken),
            (ComparedRunResponse.Of(first!), ComparedRunResponse.Of(second!)),
            query.Metric ?? ComparedMetric.HeadlineOf(ExperimentCatalogue.Find(first!.Spec.Experiment)!, first.Spec.Parameters),
            query.Rule);
        return comparison.Points.Count > 0
            ? TypedResults.Ok(comparison)
            : ApiProblem.From(context, ProblemTypes.NothingToCompare, "no combination of levels was measured by both runs");
    }

    private static async Task<RunState?> FindAsync(RunStore runs, string id, CancellationToken cancellationToken) =>
        IdText.IsValid(id) ? await runs.FindAsync(id, cancellationToken) : null;

    private static async Task<MeasuredRun> MeasuredAsync(RunReader reader, RunState run, CancellationToken cancellationToken) =>
        new(run.Spec, (await reader.PointsAsync(run.RunId, cancellationToken))?.Points ?? []);
}
