using System.Text;
using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.OpenApi;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Runs;

/// <summary>/api/v1/runs/{id}/request, clone, rerun and retry: runs made from an earlier one, which they name as their origin.</summary>
internal static class AgainApi
{
    public static void MapAgain(this IEndpointRouteBuilder runs)
    {
        runs.MapGet("/{id}/request", RequestAsync)
            .Explain("getRunRequest", "The request that gives the same run again.", ProblemTypes.NotFound);
        runs.MapPost("/{id}/clone", CloneAsync).ForAnyOwner()
            .Explain("cloneRun", "A new run like this one, with changes.", ProblemTypes.InvalidRun, ProblemTypes.NotFound, ProblemTypes.NotJson, ProblemTypes.KeyReused, ProblemTypes.OverLimit)
            .TakesBody(RequestSchemas.RunChanges, """{"name": "more clients", "parameters": {"clients": [64, 128]}}""", required: false);
        runs.MapPost("/{id}/rerun", RerunAsync).ForAnyOwner()
            .Explain("rerunRun", "The same run again, with the same or another seed.", ProblemTypes.InvalidRun, ProblemTypes.NotFound, ProblemTypes.NotJson, ProblemTypes.KeyReused, ProblemTypes.OverLimit)
            .TakesBody(RequestSchemas.Rerun, """{"seed": "new"}""", required: false);
        runs.MapPost("/{id}/retry", RetryAsync)
            .Explain("retryRun", "A new run of the points of an ended one that have no result.", ProblemTypes.InvalidRun, ProblemTypes.NotFound, ProblemTypes.RunNotEnded, ProblemTypes.NothingToRetry, ProblemTypes.KeyReused, ProblemTypes.OverLimit);
    }

    private static async Task<Results<Ok<JsonObject>, ProblemHttpResult>> RequestAsync(HttpContext context, string id, RunStore runs) =>
        await FindAsync(context, id, runs) is { } run ? TypedResults.Ok(RunRequestText.Request(run.Spec)) : RunsApi.NoSuchRun(context);

    private static Task<Results<Accepted<RunResponse>, ProblemHttpResult>> CloneAsync(HttpContext context, string id, RunAgain again, RunStore runs, RunSubmission submission, RunReader reader) =>
        SubmitAsync(context, id, RunOriginKind.Clone, (run, body) => Task.FromResult(Answer(context, again.Clone(run.Spec, body))), runs, submission, reader);

    private static Task<Results<Accepted<RunResponse>, ProblemHttpResult>> RerunAsync(HttpContext context, string id, RunAgain again, RunStore runs, RunSubmission submission, RunReader reader) =>
        SubmitAsync(context, id, RunOriginKind.Rerun, (run, body) => Task.FromResult(Answer(context, again.Rerun(run.Spec, body))), runs, submission, reader);

    private static Task<Results<Accepted<RunResponse>, ProblemHttpResult>> RetryAsync(
        HttpContext context, string id, RunAgain again, RunStore runs, PointStore points, RunSubmission submission, RunReader reader) =>
        SubmitAsync(context, id, RunOriginKind.Retry, (run, _) => SpecOfRetryAsync(context, run, again, points), runs, submission, reader);

    private static async Task<(RunSpec? Spec, ProblemHttpResult? Problem)> SpecOfRetryAsync(HttpContext context, RunState run, RunAgain again, PointStore points)
    {
        if (!run.Status.IsTerminal())
        {
            return (null, ApiProblem.From(context, ProblemTypes.RunNotEnded));
        }

        if (!RunRetry.TakesPart(run.Spec))
        {
            return (null, ApiProblem.From(context, ProblemTypes.NothingToRetry, "points of a series belong to their time and tasks of a bag are repeated while it runs: rerun the whole run"));
        }

        var missing = RunRetry.Missing(run, await points.ListAsync(run.RunId, context.RequestAborted).ToArrayAsync(context.RequestAborted));
        return missing.Count == 0
            ? (null, ApiProblem.From(context, ProblemTypes.NothingToRetry))
            : Answer(context, again.Retry(run.Spec, missing));
    }

    private static (RunSpec? Spec, ProblemHttpResult? Problem) Answer(HttpContext context, RunSpecReading reading) =>
        reading.Spec is { } spec ? (spec, null) : (null, ApiProblem.From(context, ProblemTypes.InvalidRun, reading.Faults));

    private static async Task<Results<Accepted<RunResponse>, ProblemHttpResult>> SubmitAsync(
        HttpContext context,
        string id,
        RunOriginKind kind,
        Func<RunState, ReadOnlyMemory<byte>, Task<(RunSpec? Spec, ProblemHttpResult? Problem)>> specOf,
        RunStore runs,
        RunSubmission submission,
        RunReader reader)
    {
        var body = await SubmittedBody.ReadOptionalAsync(context);
        if (body.Problem is not null)
        {
            return body.Problem;
        }

        if (await FindAsync(context, id, runs) is not { } run)
        {
            return RunsApi.NoSuchRun(context);
        }

        var (spec, problem) = await specOf(run, body.Bytes);
        if (spec is null)
        {
            return problem!;
        }

        var submitted = await submission.SubmitAsync(
            spec, RunOwner.Of(context), body.Key, $"{kind} {id}\n{body.Text}", null, context.RequestAborted, new(kind, id));
        return await RunsApi.AnswerAsync(context, submitted, reader);
    }

    private static async Task<RunState?> FindAsync(HttpContext context, string id, RunStore runs) =>
        IdText.IsValid(id) ? await runs.FindAsync(id, context.RequestAborted) : null;
}
