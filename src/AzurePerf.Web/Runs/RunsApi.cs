using System.ComponentModel;
using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Documents;
using AzurePerf.Web.Live;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using AzurePerf.Web.Runs.Events;
using AzurePerf.Web.Runs.Notes;
using AzurePerf.Web.Runs.Tasks;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Runs;

/// <summary>/api/v1/runs.</summary>
internal static class RunsApi
{
    public static void MapRuns(this IEndpointRouteBuilder api)
    {
        var runs = api.MapGroup("/runs");
        runs.MapPost("", SubmitAsync)
            .Explain("submitRun", "Stores a run, which begins as soon as nothing else measures its target.", ProblemTypes.InvalidRun,
                ProblemTypes.InvalidRequest, ProblemTypes.BodyTooLarge, ProblemTypes.NotJson, ProblemTypes.KeyReused,
                ProblemTypes.OverLimit, ProblemTypes.TooManyRuns)
            .TakesBody(RequestSchemas.Run,
                """{"experiment": "blob.download", "preset": "quick", "target": "default", "parameters": """
                    + """{"clients": [1, 4]}, "tags": {"region": "westeurope"}}""");
        runs.MapGet("", ListAsync)
            .Explain("listRuns",
                "Runs, filtered and in pages: newest first by the time of submission, samples by that of loading. There is no other order.",
                ProblemTypes.InvalidRequest);
        runs.MapGet("/{id}", FindAsync)
            .Explain("getRun", "One run: where it stands, what is done just now, and what was asked.", ProblemTypes.NotFound);
        runs.MapGet("/{id}/points", PointsAsync)
            .Explain("listPoints", "What a run measured so far, by number of the point, and what is derived from it.",
                ProblemTypes.InvalidRequest, ProblemTypes.NotFound);
        runs.MapSummary();
        runs.MapEvents();
        runs.MapHistogram();
        runs.MapTasks();
        runs.MapResubmissions();
        runs.MapNotes();
        runs.MapRecomputation();
        runs.MapExport();
        runs.MapCharts();
        runs.MapPost("/{id}/cancel", CancelAsync)
            .Explain("cancelRun", "Cancels a run, which then cleans up; asking again changes nothing.", ProblemTypes.NotFound,
                ProblemTypes.RunEnded);
    }

    /// <summary>The address of a run.</summary>
    public static string AddressOf(string runId) => "/api/v1/runs/" + runId;

    private static async Task<Results<Accepted<RunResponse>, ProblemHttpResult>> SubmitAsync(
        HttpContext context, RunSpecReader specs, RunSubmission submission, RunReader reader, CancellationToken cancellationToken)
    {
        var body = await SubmittedBody.ReadAsync(context);
        if (body.Problem is not null)
        {
            return body.Problem;
        }

        var reading = specs.Read(body.Bytes);
        var owner = context.Caller().Name;
        if (reading.Spec is null)
        {
            return await submission.FindRepeatedAsync(owner, body.Key, body.Text, cancellationToken) is { } earlier
                ? await AnswerAsync(context, earlier, reader)
                : ApiProblem.From(context, ProblemTypes.InvalidRun, reading.Faults);
        }

        var submitted = await submission.SubmitAsync(reading.Spec, owner, body.Key, body.Text, cancellationToken);
        return await AnswerAsync(context, submitted, reader);
    }

    /// <summary>What came of a submission.</summary>
    internal static async Task<Results<Accepted<RunResponse>, ProblemHttpResult>> AnswerAsync(
        HttpContext context, Submission submitted, RunReader reader) =>
        submitted.Outcome switch
        {
            SubmissionOutcome.KeyReused =>
                ApiProblem.From(context, ProblemTypes.KeyReused,
                    $"the key was used for run {submitted.Run.RunId} with another body; nothing was stored"),
            SubmissionOutcome.TooManyOpen => ApiProblem.From(context, ProblemTypes.TooManyRuns, submitted.Faults),
            SubmissionOutcome.ProgramRefused => ApiProblem.From(context, ProblemTypes.InvalidRun, submitted.Faults),
            SubmissionOutcome.OverLimit => ApiProblem.From(context, ProblemTypes.OverLimit, submitted.Faults),
            _ => await AcceptedAsync(submitted.Run.RunId, reader, context.RequestAborted),
        };

    private static async Task<Results<Ok<RunListResponse>, ProblemHttpResult>> ListAsync(
        HttpContext context, [AsParameters] RunListParameters parameters, RunSearch search, CancellationToken cancellationToken)
    {
        var (query, faults) = RunListQuery.Read(parameters);
        if (query is null)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, faults);
        }

        var found = await search.FindAsync(query.Filter, query.Limit, query.From, cancellationToken);
        var next = found.Next is { } cursor ? RunListQuery.AddressOfNext(context.Request, cursor) : null;
        return TypedResults.Ok(new RunListResponse(found.Runs) { Next = next });
    }

    private static async Task<Results<TaggedJson<RunResponse>, ProblemHttpResult>> FindAsync(
        HttpContext context, string id, LiveReader reader, CancellationToken cancellationToken) =>
        IdText.IsValid(id) && await reader.WatchAsync(id, cancellationToken) is { } run
            ? TaggedJson<RunResponse>.Of(run)
            : NoSuchRun(context);

    private static async Task<Results<TaggedJson<PointListResponse>, ProblemHttpResult>> PointsAsync(
        HttpContext context, string id, [Description("Number of the last point of the page before; 0 when left out.")] string? after,
        [Description("Points on a page, 1 to 2,000; all of them when left out.")] string? limit, LiveReader reader,
        CancellationToken cancellationToken)
    {
        var (page, faults) = PointPage.Read(after, limit);
        if (page is null)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, faults);
        }

        return IdText.IsValid(id) && await reader.PointsAsync(id, cancellationToken) is { } points
            ? TaggedJson<PointListResponse>.Of(page.Of(points))
            : NoSuchRun(context);
    }

    private static async Task<Results<Accepted<RunResponse>, ProblemHttpResult>> CancelAsync(
        HttpContext context, string id, RunCancellation cancellation, RunReader reader, LiveReader live,
        CancellationToken cancellationToken)
    {
        var outcome = IdText.IsValid(id)
            ? await cancellation.RequestAsync(id, RunCancellationReason.ByUser, cancellationToken)
            : CancellationOutcome.NotFound;
        live.Outdate(id);
        return outcome switch
        {
            CancellationOutcome.Requested => await AcceptedAsync(id, reader, cancellationToken),
            CancellationOutcome.AlreadyEnded => ApiProblem.From(context, ProblemTypes.RunEnded),
            _ => NoSuchRun(context),
        };
    }

    private static async Task<Accepted<RunResponse>> AcceptedAsync(string runId, RunReader reader, CancellationToken cancellationToken) =>
        TypedResults.Accepted(AddressOf(runId), await reader.FindAsync(runId, cancellationToken));

    internal static ProblemHttpResult NoSuchRun(HttpContext context) =>
        ApiProblem.From(context, ProblemTypes.NotFound, "there is no run with this id");
}
