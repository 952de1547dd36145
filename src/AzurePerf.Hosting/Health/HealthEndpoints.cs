using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace AzurePerf.Hosting.Health;

/// <summary>
/// /health/live answers as long as the process does and touches nothing else, so that an outage of storage restarts nobody;
/// /health/ready says whether work can be done.
/// </summary>
internal static class HealthEndpoints
{
    private const string RetryAfterSeconds = "5";

    internal static void MapHealth(this WebApplication app)
    {
        app.MapGet("/health/live", (HostIdentity identity) => new HealthResponse("live", identity.Name, identity.BuildId, []))
            .ExcludeFromDescription();
        app.MapGet("/health/ready", ReadyAsync).ExcludeFromDescription();
    }

    private static async Task<IResult> ReadyAsync(
        HostIdentity identity, ReadyChecks checks, HttpResponse response, CancellationToken aborted)
    {
        var faults = await checks.FaultsAsync(aborted);
        if (faults.Count == 0)
        {
            return Results.Json(new HealthResponse("ready", identity.Name, identity.BuildId, []));
        }

        response.Headers.RetryAfter = RetryAfterSeconds;
        return Results.Json(
            new HealthResponse("not ready", identity.Name, identity.BuildId, faults), statusCode: StatusCodes.Status503ServiceUnavailable);
    }
}

/// <summary>What a health endpoint answers.</summary>
/// <param name="Status">"live", "ready" or "not ready".</param>
/// <param name="Faults">What keeps the host from being ready.</param>
internal sealed record HealthResponse(string Status, string Host, string BuildId, IReadOnlyList<string> Faults);
