using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Comparisons;

/// <summary>/api/v1/compare: two runs compared with each other.</summary>
internal static class ComparisonApi
{
    public static void MapComparison(this IEndpointRouteBuilder api) => api.MapGet("/compare", CompareAsync)
            .Explain("compareRuns", "One run compared with another, or with the baseline of its experiment and target.",
                ProblemTypes.InvalidRequest, ProblemTypes.NotFound, ProblemTypes.RunNotEnded, ProblemTypes.NothingToCompare);

    private static async Task<Results<Ok<ComparisonResponse>, ProblemHttpResult>> CompareAsync(
        HttpContext context, ExperimentCatalogue experiments, BaselineStore baselines, RunReader reader, string? baseline,
        string? candidate, string? metric, string? margin, string? across,
        CancellationToken cancellationToken)
    {
        if (string.IsNullOrEmpty(baseline) && candidate is { Length: > 0 })
        {
            if (await reader.FindSideAsync(candidate, cancellationToken) is not { Run: var judged })
            {
                return ApiProblem.From(context, ProblemTypes.NotFound, ComparisonRefusal.Missing("candidate", candidate));
            }

            baseline = (await baselines.FindAsync(BaselineSubject.Of(judged), cancellationToken))?.RunId;
            if (baseline is null)
            {
                return ApiProblem.From(context, ProblemTypes.NothingToCompare,
                    $"no run is marked as the baseline of {judged.Spec.Experiment} on {judged.Spec.Target}: name one, or mark one");
            }
        }

        var (query, faults) = ComparisonQuery.Read(experiments.MetricNames, baseline, candidate, metric, margin, across);
        if (query is null)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, faults);
        }

        var first = await reader.FindSideAsync(query.Baseline, cancellationToken);
        var second = await reader.FindSideAsync(query.Candidate, cancellationToken);
        if (ComparisonRefusal.Of(experiments, query, first?.Run, second?.Run) is { } refusal)
        {
            return ApiProblem.From(context, refusal.Type, refusal.Detail);
        }

        var experiment = first!.Experiment!;
        var comparison = RunComparison.Of(
            first.Measured,
            second!.Measured,
            (ComparedRunResponse.Of(first.Run), ComparedRunResponse.Of(second.Run)),
            (query.Metric is { } name ? experiment.FindMetric(name) : experiment.Headline(first.Run.Spec.Parameters))!,
            query.Rule);
        return comparison.Points.Count > 0
            ? TypedResults.Ok(comparison)
            : ApiProblem.From(context, ProblemTypes.NothingToCompare, LevelDifference.Of(experiment.Parameters, comparison));
    }
}
