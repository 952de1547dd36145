using System.Net.Http.Headers;
using System.Text.Json;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Texts;
using AzurePerf.Storage;

namespace AzurePerf.TaskManager.Barrier;

/// <summary>The barrier over HTTP, for workers: the time, and the meeting of a gang. Opened by the token in the gang's row; answered by the
/// leader only.</summary>
internal static class BarrierEndpoints
{
    private const int RetryAfterSeconds = 1;
    private const int LargestArrivalBytes = 16 * 1024;

    public static void MapBarrier(this WebApplication app)
    {
        app.MapPost("/barrier/v1/{runId}/{point:int:min(1)}/clock", ReadClock);
        app.MapPost("/barrier/v1/{runId}/{point:int:min(1)}/arrive", ArriveAsync);
    }

    private static IResult ReadClock(string runId, int point, HttpRequest request, StartBarrier barrier, Leadership.Leadership leadership)
    {
        // First of all: what takes time from here on is not time on the way.
        var received = barrier.Nanoseconds();
        return Refusal(runId, point, request, barrier, leadership) ?? Results.Json(barrier.ReadClock(received));
    }

    private static async Task<IResult> ArriveAsync(
        string runId,
        int point,
        HttpRequest request,
        StartBarrier barrier,
        Leadership.Leadership leadership,
        IHostApplicationLifetime lifetime,
        CancellationToken aborted)
    {
        if (Refusal(runId, point, request, barrier, leadership) is { } refusal)
        {
            return refusal;
        }

        var (arrival, fault) = await ReadArrivalAsync(request, aborted);
        if (arrival is null)
        {
            return fault!;
        }

        if (arrival.Version != BarrierArrival.CurrentVersion)
        {
            return Results.Problem($"This build reads version {BarrierArrival.CurrentVersion}.",
                statusCode: StatusCodes.Status400BadRequest, title: "version is not known");
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

    /// <summary>Who asks is looked at first: a stranger costs neither memory nor a request.</summary>
    private static IResult? Refusal(string runId, int point, HttpRequest request, StartBarrier barrier, Leadership.Leadership leadership) =>
        !leadership.Leads ? NotNow(request)
        : IdText.IsValid(runId) && TokenOf(request) is { } token && barrier.IsOpenedBy(token, runId, point) ? null
        : Results.Problem("Show the token in the gang's row as a bearer token.", statusCode: StatusCodes.Status401Unauthorized,
            title: "The barrier stays closed");

    private static async Task<(BarrierArrival? Arrival, IResult? Fault)> ReadArrivalAsync(HttpRequest request, CancellationToken aborted)
    {
        var buffer = new byte[LargestArrivalBytes + 1];
        var length = await request.Body.ReadAtLeastAsync(buffer, buffer.Length, throwOnEndOfStream: false, aborted);
        if (length == buffer.Length)
        {
            return (null,
                Results.Problem($"It has at most {LargestArrivalBytes} bytes.", statusCode: StatusCodes.Status413PayloadTooLarge,
                    title: "The arrival is too large"));
        }

        try
        {
            return JsonSerializer.Deserialize<BarrierArrival>(buffer.AsSpan(0, length), ApiJson.Options) is { } arrival
                ? (arrival, null)
                : (null, NoArrival("it is null"));
        }
        catch (JsonException exception)
        {
            return (null, NoArrival(exception.Message));
        }
    }

    private static IResult NoArrival(string why) =>
        Results.Problem(why, statusCode: StatusCodes.Status400BadRequest, title: "The body is no arrival");

    private static IResult NotNow(HttpRequest request)
    {
        request.HttpContext.Response.Headers.RetryAfter = RetryAfterSeconds.ToString(System.Globalization.CultureInfo.InvariantCulture);
        return Results.Problem(
            "Read the gang's row again for the address of the TaskManager that leads.",
            statusCode: StatusCodes.Status503ServiceUnavailable,
            title: "This TaskManager cannot answer now");
    }

    private static string? TokenOf(HttpRequest request) =>
        AuthenticationHeaderValue.TryParse(request.Headers.Authorization, out var header)
            && header is { Scheme: "Bearer", Parameter.Length: > 0 } ? header.Parameter : null;
}
