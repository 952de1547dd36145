using System.ComponentModel;
using System.Globalization;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Live;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Mvc;

namespace AzurePerf.Web.Runs.Events;

/// <summary>/api/v1/runs/{id}/events: what happens to a run, as a list or, for those who accept text/event-stream, as it happens.</summary>
internal static partial class EventsApi
{
    public static void MapEvents(this IEndpointRouteBuilder runs) =>
        runs.MapGet("/{id}/events", AnswerAsync).Produces<IReadOnlyList<RunEvent>>()
            .Explain("listEvents", "What happens to a run, in order: a list, or server-sent events for those who accept text/event-stream.",
                ProblemTypes.InvalidRequest, ProblemTypes.NotFound)
            .GivesFile("text/event-stream")
            .RequireRateLimiting(RequestLimits.Watches);

    private static async Task<IResult> AnswerAsync(
        HttpContext context, string id,
        [Description("Sequence of the last event that the caller has; 0 when left out.")] string? after,
        [Description("Events in one list, 1 to 1,000; 1,000 when left out.")] string? limit,
        [FromHeader(Name = EventsQuery.LastEventId)] string? lastEventId,
        RunFeeds feeds, RunStore runs, RunReader reader, Stay stay, TimeProvider time, IHostApplicationLifetime lifetime,
        ILogger<RunFeed> logger)
    {
        var (query, faults) = EventsQuery.Read(after, limit, lastEventId);
        context.Response.Headers.Vary = "Accept";
        if (query is null)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, faults);
        }

        if (!IdText.IsValid(id))
        {
            return RunsApi.NoSuchRun(context);
        }

        if (!RequestLimits.WantsStream(context.Request))
        {
            return await ListAsync(context, id, query, runs, reader);
        }

        using var watch = await feeds.WatchAsync(id, context.RequestAborted);
        if (watch is null)
        {
            return RunsApi.NoSuchRun(context);
        }

        using var end = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, lifetime.ApplicationStopping);
        await StreamAsync(context, id, query.After, new(watch.Feed, reader, OpenStream(context, time), time, await stay.OfAsync(context)),
            logger, end.Token);
        return Results.Empty;
    }

    private static async Task<IResult> ListAsync(HttpContext context, string id, EventsQuery query, RunStore runs, RunReader reader)
    {
        if (await runs.FindAsync(id, context.RequestAborted) is null)
        {
            return RunsApi.NoSuchRun(context);
        }

        var events = await reader.EventsAsync(id, query.After, query.Limit, context.RequestAborted);
        if (events.Count == query.Limit)
        {
            context.Response.Headers.Link =
                string.Create(CultureInfo.InvariantCulture,
                    $"<{RunsApi.AddressOf(id)}/events?after={events[^1].Sequence}&limit={query.Limit}>; rel=\"next\"");
        }

        return TypedResults.Ok(events);
    }

    private static EventStream OpenStream(HttpContext context, TimeProvider time)
    {
        context.Response.ContentType = "text/event-stream; charset=utf-8";
        context.Response.Headers.CacheControl = "no-store";
        context.Response.Headers["X-Accel-Buffering"] = "no";
        context.Features.Get<IHttpResponseBodyFeature>()?.DisableBuffering();
        return new(context.Response.Body, time);
    }

    /// <summary>Once the stream has begun no problem can be told any more: it breaks off, and the watcher comes back and learns
    /// it.</summary>
    private static async Task StreamAsync(
        HttpContext context, string id, int after, RunBroadcast broadcast, ILogger logger, CancellationToken end)
    {
        try
        {
            await broadcast.SendAsync(id, after, end);
        }
        catch (OperationCanceledException) when (end.IsCancellationRequested)
        {
            // The watcher left, or the host stops; the watcher may come back by id.
        }
        catch (TimeoutException slow)
        {
            LogDropped(logger, id, slow.Message);
            context.Abort();
        }
    }

    [LoggerMessage(3, LogLevel.Information, "A watcher of run {RunId} is dropped: {Reason}")]
    private static partial void LogDropped(ILogger logger, string runId, string reason);
}
