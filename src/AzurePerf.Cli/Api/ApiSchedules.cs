using System.Text.Json.Nodes;
using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Api;

/// <summary>The schedules of the API.</summary>
internal static class ApiSchedules
{
    private const string Path = "api/v1/schedules";

    /// <summary>Adds a schedule, once however often an answer is lost.</summary>
    public static Task<ApiDocument<ScheduleResponse>> AddScheduleAsync(
        this ApiClient api, JsonObject request, CancellationToken cancellationToken) =>
        api.PostOnceAsync<ScheduleResponse>(Path, request, "the schedule was not added", cancellationToken);

    public static Task<ApiDocument<ScheduleListResponse>> ListSchedulesAsync(this ApiClient api, CancellationToken cancellationToken) =>
        api.GetAsync<ScheduleListResponse>(Path, "the list of schedules", cancellationToken);

    public static Task<ApiDocument<ScheduleResponse>> GetScheduleAsync(
        this ApiClient api, string id, CancellationToken cancellationToken) =>
        api.GetAsync<ScheduleResponse>(Of(id), "schedule " + id, cancellationToken);

    public static Task RemoveScheduleAsync(this ApiClient api, string id, CancellationToken cancellationToken) =>
        api.SendAsync(new(HttpMethod.Delete, Of(id)), $"schedule {id} was not removed", cancellationToken);

    /// <summary>Pauses or resumes a schedule.</summary>
    public static Task<ApiDocument<ScheduleResponse>> EnableScheduleAsync(
        this ApiClient api, string id, bool enabled, CancellationToken cancellationToken) =>
        api.SendAsync<ScheduleResponse>(
            new(HttpMethod.Post, $"{Of(id)}/{(enabled ? "resume" : "pause")}"),
            $"schedule {id} was not {(enabled ? "resumed" : "paused")}",
            cancellationToken);

    /// <summary>Starts a run of a schedule, once however often an answer is lost.</summary>
    public static Task<ApiDocument<RunResponse>> RunScheduleNowAsync(
        this ApiClient api, string id, CancellationToken cancellationToken) =>
        api.PostOnceAsync<RunResponse>($"{Of(id)}/run-now", null, $"no run of schedule {id} was started", cancellationToken);

    private static string Of(string id) => $"{Path}/{Uri.EscapeDataString(id)}";
}
