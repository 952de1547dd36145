using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using AzurePerf.Web.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Baselines;

/// <summary>/api/v1/baselines and /api/v1/runs/{id}/baseline: the run that others of its experiment and target are compared with.</summary>
internal static class BaselinesApi
{
    public static void MapBaselines(this IEndpointRouteBuilder api)
    {
        api.MapGet("/baselines", ListAsync)
            .Explain("listBaselines", "The runs that others are compared with, by target and experiment.");
        api.MapPut("/runs/{id}/baseline", MarkAsync)
            .Explain("markBaseline",
                "Makes a completed run the baseline of its experiment and target. It needs what a comparison needs: a success with each "
                    + "configuration, and six repetitions that count with at least one.", ProblemTypes.NotFound, ProblemTypes.RunNotEnded,
                    ProblemTypes.NothingToCompare);
        api.MapDelete("/runs/{id}/baseline", UnmarkAsync)
            .Explain("unmarkBaseline", "The run is no baseline any more.", ProblemTypes.NotFound);
    }

    private static async Task<Ok<BaselineListResponse>> ListAsync(BaselineStore baselines, CancellationToken cancellationToken) =>
        TypedResults.Ok(await baselines.ListAsync(cancellationToken));

    private static async Task<Results<Ok<BaselineResponse>, ProblemHttpResult>> MarkAsync(
        HttpContext context, ExperimentCatalogue experiments, string id, RunStore runs, RunReader reader, BaselineChoice choice,
        CancellationToken cancellationToken)
    {
        if (await FindAsync(id, runs, cancellationToken) is not { } run)
        {
            return RunsApi.NoSuchRun(context);
        }

        if (await BaselineChoice.ObstacleAsync(experiments, run, reader, cancellationToken) is { } obstacle)
        {
            return ApiProblem.From(context, run.Status.IsCompleted() ? ProblemTypes.NothingToCompare : ProblemTypes.RunNotEnded, obstacle);
        }

        var (chosen, current) = await choice.ChooseAsync(run, context.Caller(), cancellationToken);
        return chosen is not null
            ? TypedResults.Ok(chosen)
            : ApiProblem.From(context, ProblemTypes.NotOwner, BaselineChoice.RefusalOf(current));
    }

    private static async Task<Results<NoContent, ProblemHttpResult>> UnmarkAsync(
        HttpContext context, string id, RunStore runs, BaselineChoice choice, CancellationToken cancellationToken)
    {
        if (await FindAsync(id, runs, cancellationToken) is { } run)
        {
            var (isRemoved, current) = await choice.RemoveAsync(run, context.Caller(), cancellationToken);
            if (isRemoved)
            {
                return TypedResults.NoContent();
            }

            if (BaselineChoice.IsOf(run, current))
            {
                return ApiProblem.From(context, ProblemTypes.NotOwner, BaselineChoice.RefusalOf(current));
            }
        }

        return ApiProblem.From(context, ProblemTypes.NotFound, "there is no run with this id, or it is no baseline");
    }

    private static async Task<RunState?> FindAsync(string id, RunStore runs, CancellationToken cancellationToken) =>
        IdText.IsValid(id) ? await runs.FindAsync(id, cancellationToken) : null;
}
