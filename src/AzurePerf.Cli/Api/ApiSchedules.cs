using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Api;

/// <summary>What the tool reads of one schedule.</summary>
internal static class ApiSchedules
{
    public static Task<ApiDocument<ScheduleResponse>> GetScheduleAsync(
        this ApiClient api, string id, CancellationToken cancellationToken) =>
        api.GetAsync<ScheduleResponse>($"api/v1/schedules/{Uri.EscapeDataString(id)}", "schedule " + id, cancellationToken);
}
