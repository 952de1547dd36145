using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Schedules;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Schedules;
using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using AzurePerf.Web.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Schedules;

/// <summary>/api/v1/schedules.</summary>
internal static class SchedulesApi
{
    public static void MapSchedules(this IEndpointRouteBuilder api)
    {
        var schedules = api.MapGroup("/schedules");
        schedules.MapPost("", AddAsync)
            .Explain("addSchedule", "Adds a schedule, which submits a run at the times of a cron expression.", ProblemTypes.InvalidSchedule,
                ProblemTypes.InvalidRequest, ProblemTypes.BodyTooLarge, ProblemTypes.NotJson, ProblemTypes.ScheduleNameTaken,
                ProblemTypes.TooManySchedules, ProblemTypes.KeyReused)
            .TakesBody(RequestSchemas.Schedule,
                """{"name": "nightly", "cron": "0 2 * * MON-FRI", "zone": "Europe/Berlin", "run": """
                    + """{"experiment": "blob.download", "preset": "reduced"}}""");
        schedules.MapGet("", ListAsync)
            .Explain("listSchedules", "All schedules, by name, then id.");
        schedules.MapGet("/{id}", FindAsync)
            .Explain("getSchedule", "One schedule with its next starts, its last run, and what it missed and skipped.",
                ProblemTypes.NotFound);
        schedules.MapDelete("/{id}", RemoveAsync)
            .Explain("removeSchedule", "Removes a schedule; its runs stay.", ProblemTypes.NotFound);
        schedules.MapPost("/{id}/pause", (HttpContext context, string id, ScheduleActions actions, CancellationToken cancellationToken) =>
            EnableAsync(context, id, false, actions, cancellationToken))
            .Explain("pauseSchedule", "A schedule does not fire until it is resumed.", ProblemTypes.NotFound);
        schedules.MapPost("/{id}/resume", (HttpContext context, string id, ScheduleActions actions, CancellationToken cancellationToken) =>
            EnableAsync(context, id, true, actions, cancellationToken))
            .Explain("resumeSchedule", "A paused schedule fires again from now on.", ProblemTypes.NotFound);
        schedules.MapPost("/{id}/run-now", RunNowAsync)
            .Explain("runScheduleNow", "Starts a run of a schedule at once.", ProblemTypes.InvalidRequest, ProblemTypes.InvalidSchedule,
                ProblemTypes.NotFound, ProblemTypes.KeyReused, ProblemTypes.OverLimit, ProblemTypes.TooManyRuns);
    }

    private static async Task<Results<Created<ScheduleResponse>, ProblemHttpResult>> AddAsync(
        HttpContext context, ScheduleRequestReader requests, ScheduleCreation creation, TimeProvider time,
        CancellationToken cancellationToken)
    {
        var body = await SubmittedBody.ReadAsync(context);
        if (body.Problem is not null)
        {
            return body.Problem;
        }

        var reading = requests.Read(body.Bytes);
        var owner = context.Caller().Name;
        if (reading.Request is null)
        {
            return await creation.FindRepeatedAsync(owner, body.Key, body.Text, cancellationToken) is { } earlier
                ? Created(earlier, time)
                : ApiProblem.From(context, ProblemTypes.InvalidSchedule, reading.Faults);
        }

        var (outcome, stored, schedule) = await creation.AddAsync(reading.Request, owner, body.Key, body.Text, cancellationToken);
        return outcome switch
        {
            ScheduleAddition.KeyReused =>
                ApiProblem.From(
                    context, ProblemTypes.KeyReused, $"the key was used for schedule {stored} with another body; nothing was stored"),
            ScheduleAddition.NameTaken =>
                ApiProblem.From(
                    context, ProblemTypes.ScheduleNameTaken, $"schedule {stored} is called '{reading.Request.Name}'; nothing was stored"),
            ScheduleAddition.TooMany =>
                ApiProblem.From(
                    context, ProblemTypes.TooManySchedules, $"there are {ScheduleLimits.Most:N0} schedules; nothing was stored"),
            ScheduleAddition.TooManyOfOwner =>
                ApiProblem.From(
                    context, ProblemTypes.TooManySchedules, $"you have {ScheduleLimits.MostOfOne} schedules; nothing was stored"),
            _ => Created(schedule!, time),
        };
    }

    private static Created<ScheduleResponse> Created(Schedule schedule, TimeProvider time) =>
        TypedResults.Created("/api/v1/schedules/" + schedule.Id, ScheduleResponse.From(schedule, time.GetUtcNow()));

    private static async Task<Ok<ScheduleListResponse>> ListAsync(ScheduleActions actions, CancellationToken cancellationToken) =>
        TypedResults.Ok(await actions.ListAsync(cancellationToken));

    private static async Task<Results<Ok<ScheduleResponse>, ProblemHttpResult>> FindAsync(
        HttpContext context, string id, ScheduleActions actions, CancellationToken cancellationToken) =>
        IdText.IsValid(id) && await actions.FindAsync(id, cancellationToken) is { } schedule
            ? TypedResults.Ok(schedule)
            : NoSuchSchedule(context);

    private static async Task<Results<NoContent, ProblemHttpResult>> RemoveAsync(
        HttpContext context, string id, ScheduleActions actions, CancellationToken cancellationToken) =>
        IdText.IsValid(id) && await actions.RemoveAsync(id, cancellationToken) ? TypedResults.NoContent() : NoSuchSchedule(context);

    private static async Task<Results<Ok<ScheduleResponse>, ProblemHttpResult>> EnableAsync(
        HttpContext context, string id, bool enabled, ScheduleActions actions, CancellationToken cancellationToken) =>
        IdText.IsValid(id) && await actions.EnableAsync(id, enabled, cancellationToken) is { } schedule
            ? TypedResults.Ok(schedule)
            : NoSuchSchedule(context);

    private static async Task<Results<Accepted<RunResponse>, ProblemHttpResult>> RunNowAsync(
        HttpContext context, string id, ScheduleActions actions, RunReader reader, CancellationToken cancellationToken)
    {
        var (key, keyFault) = IdempotencyKey.Read(context.Request);
        if (keyFault is not null)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, [keyFault]);
        }

        var started = IdText.IsValid(id) ? await actions.RunNowAsync(id, key, cancellationToken) : null;
        return started switch
        {
            null => NoSuchSchedule(context),
            { Submitted: null } => ApiProblem.From(context, ProblemTypes.InvalidSchedule, started.Faults),
            { Submitted.Outcome: SubmissionOutcome.KeyReused } => ApiProblem.From(
                context, ProblemTypes.KeyReused,
                $"the key was used for run {started.Submitted.Run.RunId} with another request; nothing was stored"),
            _ => await RunsApi.AnswerAsync(context, started.Submitted, reader),
        };
    }

    private static ProblemHttpResult NoSuchSchedule(HttpContext context) =>
        ApiProblem.From(context, ProblemTypes.NotFound, "there is no schedule with this id");
}
