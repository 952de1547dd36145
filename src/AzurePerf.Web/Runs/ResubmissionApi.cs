using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using AzurePerf.Web.Runs.Estimates;
using AzurePerf.Web.Runs.Resubmit;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Runs;

/// <summary>
/// /api/v1/runs/{id}/request, clone, rerun and retry: runs made from an earlier one, which they name as their origin; and what each would
/// come to before it is asked for.
/// </summary>
internal static class ResubmissionApi
{
    private const string CloneExample = """{"name": "more clients", "parameters": {"clients": [64, 128]}}""";
    private const string RerunExample = """{"seed": "new"}""";

    private static readonly ProblemType[] OfBody =
        [ProblemTypes.InvalidRun, ProblemTypes.InvalidRequest, ProblemTypes.NotFound, ProblemTypes.NotJson];
    private static readonly ProblemType[] OfRetry = [ProblemTypes.InvalidRun, ProblemTypes.InvalidRequest, ProblemTypes.NotFound,
        ProblemTypes.RunNotEnded, ProblemTypes.NothingToRetry, ProblemTypes.BodyTooLarge, ProblemTypes.NotJson];
    private static readonly ProblemType[] OfSubmission = [ProblemTypes.KeyReused, ProblemTypes.OverLimit, ProblemTypes.TooManyRuns];

    public static void MapResubmissions(this IEndpointRouteBuilder runs)
    {
        runs.MapGet("/{id}/request", RequestAsync)
            .Explain("getRunRequest", "The request that gives the same run again.", ProblemTypes.NotFound);
        runs.MapSubmission(RunOriginKind.Clone).ForAnyOwner()
            .Explain("cloneRun", "A new run like this one, with changes.", [.. OfBody, .. OfSubmission])
            .TakesBody(RequestSchemas.RunChanges, CloneExample, required: false);
        runs.MapSubmission(RunOriginKind.Rerun).ForAnyOwner()
            .Explain("rerunRun", "The same run again, with the same or another seed.", [.. OfBody, .. OfSubmission])
            .TakesBody(RequestSchemas.Rerun, RerunExample, required: false);
        runs.MapSubmission(RunOriginKind.Retry)
            .Explain("retryRun", "A new run of the points of an ended one that have no result.", [.. OfRetry, .. OfSubmission]);
        runs.MapEstimate(RunOriginKind.Clone)
            .Explain("estimateClone", "What a clone of a run would come to; nothing is stored.", OfBody)
            .TakesBody(RequestSchemas.RunChanges, CloneExample, required: false);
        runs.MapEstimate(RunOriginKind.Rerun)
            .Explain("estimateRerun", "What a rerun would come to; nothing is stored.", OfBody)
            .TakesBody(RequestSchemas.Rerun, RerunExample, required: false);
        runs.MapEstimate(RunOriginKind.Retry)
            .Explain("estimateRetry", "What a retry would come to; nothing is stored.", OfRetry);
    }

    private static RouteHandlerBuilder MapSubmission(this IEndpointRouteBuilder runs, RunOriginKind kind) =>
        runs.MapPost(PathOf(kind), (HttpContext context, string id, ResubmittedSpecs specs, RunSubmission submission, RunReader reader) =>
            SubmitAsync(context, id, kind, specs, submission, reader));

    private static RouteHandlerBuilder MapEstimate(this IEndpointRouteBuilder runs, RunOriginKind kind) =>
        runs.MapPost(PathOf(kind) + "/estimate", (HttpContext context, string id, ResubmittedSpecs specs, RunEstimates estimates) =>
            EstimateAsync(context, id, kind, specs, estimates)).OnlyReads().ForAnyOwner();

    private static string PathOf(RunOriginKind kind) => "/{id}/" + JsonNamingPolicy.CamelCase.ConvertName(kind.ToString());

    private static async Task<Results<Ok<JsonObject>, ProblemHttpResult>> RequestAsync(
        HttpContext context, string id, RunStore runs, ExperimentCatalogue experiments) =>
        IdText.IsValid(id) && await runs.FindAsync(id, context.RequestAborted) is { } run
            ? TypedResults.Ok(RunRequestText.Request(run.Spec, experiments.Find(run.Spec.Experiment)))
            : RunsApi.NoSuchRun(context);

    private static async Task<Results<Accepted<RunResponse>, ProblemHttpResult>> SubmitAsync(
        HttpContext context, string id, RunOriginKind kind, ResubmittedSpecs specs, RunSubmission submission, RunReader reader)
    {
        var body = await SubmittedBody.ReadOptionalAsync(context);
        if (body.Problem is not null)
        {
            return body.Problem;
        }

        var (owner, request) = (context.Caller().Name, $"{kind} {id}\n{body.Text}");
        var (spec, problem) = await specs.ReadAsync(context, id, kind, body.Bytes);
        if (spec is null)
        {
            return await submission.FindRepeatedAsync(owner, body.Key, request, context.RequestAborted) is { } earlier
                ? await RunsApi.AnswerAsync(context, earlier, reader)
                : problem!;
        }

        var submitted = await submission.SubmitAsync(spec, owner, body.Key, request, null, context.RequestAborted, new(kind, id));
        return await RunsApi.AnswerAsync(context, submitted, reader);
    }

    private static async Task<Results<Ok<EstimateResponse>, ProblemHttpResult>> EstimateAsync(
        HttpContext context, string id, RunOriginKind kind, ResubmittedSpecs specs, RunEstimates estimates)
    {
        var body = await SubmittedBody.ReadOptionalAsync(context);
        if (body.Problem is not null)
        {
            return body.Problem;
        }

        var (spec, problem) = await specs.ReadAsync(context, id, kind, body.Bytes);
        return spec is null ? problem! : TypedResults.Ok(await estimates.OfAsync(spec, context.Caller().Name, context.RequestAborted));
    }
}
