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
        HttpContext context, ExperimentCatalogue experiments, string id, RunStore runs, RunReader reader, BaselineStore baselines,
        BaselineStandings standings, CancellationToken cancellationToken)
    {
        if (await FindAsync(id, runs, cancellationToken) is not { } run)
        {
            return RunsApi.NoSuchRun(context);
        }

        if (await BaselineChoice.ObstacleAsync(experiments, run, reader, cancellationToken) is { } obstacle)
        {
            return ApiProblem.From(context, run.Status.IsCompleted() ? ProblemTypes.NothingToCompare : ProblemTypes.RunNotEnded, obstacle);
        }

        // Where another chooses one meanwhile, that one is looked at, too.
        while (true)
        {
            var current = await baselines.FindEntryAsync(BaselineSubject.Of(run), cancellationToken);
            if (!BaselineChoice.MayReplace(context.Caller(), current))
            {
                return ApiProblem.From(context, ProblemTypes.NotOwner, BaselineChoice.RefusalOf(current));
            }

            if (await standings.ChooseAsync(run, context.Caller().Name, current.ETag, cancellationToken) is { } chosen)
            {
                return TypedResults.Ok(chosen);
            }
        }
    }

    private static async Task<Results<NoContent, ProblemHttpResult>> UnmarkAsync(
        HttpContext context, string id, RunStore runs, BaselineStore baselines, CancellationToken cancellationToken)
    {
        var run = await FindAsync(id, runs, cancellationToken);
        if (run is not null
            && await baselines.FindEntryAsync(BaselineSubject.Of(run), cancellationToken) is var current
            && (current.Value is null || current.Value.RunId == id)
            && !BaselineChoice.MayReplace(context.Caller(), current))
        {
            return ApiProblem.From(context, ProblemTypes.NotOwner, BaselineChoice.RefusalOf(current));
        }

        return run is not null && await baselines.RemoveAsync(BaselineSubject.Of(run), id, cancellationToken)
            ? TypedResults.NoContent()
            : ApiProblem.From(context, ProblemTypes.NotFound, "there is no run with this id, or it is no baseline");
    }

    private static async Task<RunState?> FindAsync(string id, RunStore runs, CancellationToken cancellationToken) =>
        IdText.IsValid(id) ? await runs.FindAsync(id, cancellationToken) : null;
}
