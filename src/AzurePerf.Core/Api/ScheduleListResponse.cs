namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/schedules</c>.</summary>
/// <param name="Schedules">All that can be read, sorted by name and id.</param>
/// <param name="Faults">One sentence for each stored row that makes no sense and therefore does not fire, with its key; empty when there is none.</param>
public sealed record ScheduleListResponse(IReadOnlyList<ScheduleResponse> Schedules, IReadOnlyList<string> Faults);
