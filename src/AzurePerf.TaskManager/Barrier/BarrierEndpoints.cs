using System.Net.Http.Headers;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Ids;
using AzurePerf.Storage;

namespace AzurePerf.TaskManager.Barrier;

/// <summary>The barrier over HTTP, for workers: the time, and the meeting of a gang. Opened by the token in the gang's row; answered by the leader only.</summary>
internal static class BarrierEndpoints
{
    private const int RetryAfterSeconds = 1;

    public static void MapBarrier(this WebApplication app)
    {
        app.MapPost("/barrier/v1/{runId}/{point:int:min(1)}/clock", ReadClockAsync);
        app.MapPost("/barrier/v1/{runId}/{point:int:min(1)}/arrive", ArriveAsync);
    }

    private static async Task<IResult> ReadClockAsync(
        string runId, int point, HttpRequest request, GangBarrier barrier, Leadership.Leadership leadership, CancellationToken aborted)
    {
        // First of all: what takes time from here on is not time on the way.
        var received = barrier.Nanoseconds();
        return await RefusalAsync(runId, point, request, barrier, leadership, aborted) ?? Results.Json(barrier.ReadClock(received));
    }

    private static async Task<IResult> ArriveAsync(
        string runId,
        int point,
        BarrierArrival arrival,
        HttpRequest request,
        GangBarrier barrier,
        Leadership.Leadership leadership,
        IHostApplicationLifetime lifetime,
        CancellationToken aborted)
    {
        if (await RefusalAsync(runId, point, request, barrier, leadership, aborted) is { } refusal)
        {
            return refusal;
        }

        if (arrival.Version != BarrierArrival.CurrentVersion)
        {
            return Results.Problem($"This build reads version {BarrierArrival.CurrentVersion}.", statusCode: StatusCodes.Status400BadRequest, title: "version is not known");
        }

        using var ending = CancellationTokenSource.CreateLinkedTokenSource(aborted, lifetime.ApplicationStopping);
        try
        {
            var answer = await barrier.ArriveAsync(runId, point, arrival, ending.Token);

            // It may have lost the lead while the member waited; what it says then is not to be relied on.
            return leadership.Leads ? Results.Json(answer) : NotNow(request);
        }
        catch (OperationCanceledException) when (lifetime.ApplicationStopping.IsCancellationRequested)
        {
            return NotNow(request);
        }
        catch (Exception exception) when (StorageFailure.MayPass(exception) && !aborted.IsCancellationRequested)
        {
            return NotNow(request);
        }
    }

    private static async Task<IResult?> RefusalAsync(
        string runId, int point, HttpRequest request, GangBarrier barrier, Leadership.Leadership leadership, CancellationToken aborted)
    {
        if (!leadership.Leads)
        {
            return NotNow(request);
        }

        try
        {
            return IdText.IsValid(runId) && TokenOf(request) is { } token && await barrier.IsOpenedByAsync(token, runId, point, aborted)
                ? null
                : Results.Problem("Show the token in the gang's row as a bearer token.", statusCode: StatusCodes.Status401Unauthorized, title: "The barrier stays closed");
        }
        catch (Exception exception) when (StorageFailure.MayPass(exception) && !aborted.IsCancellationRequested)
        {
            return NotNow(request);
        }
    }

    private static IResult NotNow(HttpRequest request)
    {
        request.HttpContext.Response.Headers.RetryAfter = RetryAfterSeconds.ToString(System.Globalization.CultureInfo.InvariantCulture);
        return Results.Problem(
            "Read the gang's row again for the address of the TaskManager that leads.",
            statusCode: StatusCodes.Status503ServiceUnavailable,
            title: "This TaskManager cannot answer now");
    }

    private static string? TokenOf(HttpRequest request) =>
        AuthenticationHeaderValue.TryParse(request.Headers.Authorization, out var header) && header is { Scheme: "Bearer", Parameter.Length: > 0 } ? header.Parameter : null;
}
