using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Runs;

/// <summary>/api/v1/runs.</summary>
internal static class RunsApi
{
    private const int DefaultLimit = 50;
    private const int LargestLimit = 200;

    public static void MapRuns(this IEndpointRouteBuilder api)
    {
        var runs = api.MapGroup("/runs");
        runs.MapPost("", SubmitAsync);
        runs.MapGet("", ListAsync);
        runs.MapGet("/{id}", FindAsync);
        runs.MapGet("/{id}/points", PointsAsync);
        runs.MapGet("/{id}/events", EventsAsync);
        runs.MapRecomputation();
        runs.MapExport();
        runs.MapCharts();
        runs.MapPost("/{id}/cancel", CancelAsync);
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
        if (reading.Spec is null)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRun, reading.Faults);
        }

        var submitted = await submission.SubmitAsync(reading.Spec, RunOwner.Local, body.Key, body.Text, cancellationToken);
        return submitted.Outcome switch
        {
            SubmissionOutcome.KeyReused => ApiProblem.From(context, ProblemTypes.KeyReused, $"the key was used for run {submitted.Run.RunId} with another body; nothing was stored"),
            SubmissionOutcome.OverLimit => ApiProblem.From(context, ProblemTypes.OverLimit, submitted.Faults),
            _ => await AcceptedAsync(submitted.Run.RunId, reader, cancellationToken),
        };
    }

    private static async Task<Results<Ok<RunListResponse>, ProblemHttpResult>> ListAsync(
        HttpContext context, RunReader reader, string? limit, CancellationToken cancellationToken)
    {
        var count = DefaultLimit;
        if (limit is not null && (!int.TryParse(limit, NumberStyles.None, CultureInfo.InvariantCulture, out count) || count is < 1 or > LargestLimit))
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, [new("limit", $"must be a whole number from 1 to {LargestLimit}")]);
        }

        return TypedResults.Ok(new RunListResponse(await reader.ListAsync(count, cancellationToken)));
    }

    private static async Task<Results<Ok<RunResponse>, ProblemHttpResult>> FindAsync(
        HttpContext context, string id, RunReader reader, CancellationToken cancellationToken) =>
        IdText.IsValid(id) && await reader.WatchAsync(id, cancellationToken) is { } run ? TypedResults.Ok(run) : NoSuchRun(context);

    private static async Task<Results<Ok<PointListResponse>, ProblemHttpResult>> PointsAsync(
        HttpContext context, string id, RunReader reader, CancellationToken cancellationToken) =>
        IdText.IsValid(id) && await reader.PointsAsync(id, cancellationToken) is { } points ? TypedResults.Ok(points) : NoSuchRun(context);

    private static async Task<Results<Ok<IReadOnlyList<RunEvent>>, ProblemHttpResult>> EventsAsync(
        HttpContext context, string id, RunStore runs, RunReader reader, CancellationToken cancellationToken) =>
        IdText.IsValid(id) && await runs.FindAsync(id, cancellationToken) is not null
            ? TypedResults.Ok(await reader.EventsAsync(id, cancellationToken))
            : NoSuchRun(context);

    private static async Task<Results<Accepted<RunResponse>, ProblemHttpResult>> CancelAsync(
        HttpContext context, string id, RunCancellation cancellation, RunReader reader, CancellationToken cancellationToken)
    {
        var outcome = IdText.IsValid(id) ? await cancellation.RequestAsync(id, RunCancellationReason.ByUser, cancellationToken) : CancellationOutcome.NotFound;
        return outcome switch
        {
            CancellationOutcome.Requested => await AcceptedAsync(id, reader, cancellationToken),
            CancellationOutcome.AlreadyEnded => ApiProblem.From(context, ProblemTypes.RunEnded),
            _ => NoSuchRun(context),
        };
    }

    internal static async Task<Accepted<RunResponse>> AcceptedAsync(string runId, RunReader reader, CancellationToken cancellationToken) =>
        TypedResults.Accepted(AddressOf(runId), await reader.FindAsync(runId, cancellationToken));

    private static ProblemHttpResult NoSuchRun(HttpContext context) => ApiProblem.From(context, ProblemTypes.NotFound, "there is no run with this id");
}
