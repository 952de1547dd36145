using System.Text.Json.Nodes;
using AzurePerf.Core.Schedules;

namespace AzurePerf.Core.Api;

/// <summary>One schedule: answer of <c>POST /api/v1/schedules</c> and <c>GET /api/v1/schedules/{id}</c>.</summary>
/// <param name="Id">The schedule's id.</param>
/// <param name="Name">The user's words for it; may be empty.</param>
/// <param name="Owner">Who added it.</param>
/// <param name="Cron">Minute, hour, day of the month, month, day of the week.</param>
/// <param name="Zone">The time zone that the expression is meant in.</param>
/// <param name="JitterSeconds">The longest delay of a firing.</param>
/// <param name="Overlap">What a firing does while a run of the schedule has not ended.</param>
/// <param name="Enabled">False while it is paused.</param>
/// <param name="Experiment">What its runs measure.</param>
/// <param name="Target">The measured account's name.</param>
/// <param name="Run">The run request as it was sent.</param>
/// <param name="CreatedAt">When it was added.</param>
/// <param name="Next">The next starts, jitter included; empty while it is paused.</param>
/// <param name="LastRunId">The run it started last; null before the first.</param>
/// <param name="LastRunAt">Nominal time of that run, or when it was started by hand.</param>
/// <param name="Missed">Firings that came to nothing because nobody was there to start them in time.</param>
/// <param name="MissedTimes">Nominal times of the newest of them, oldest first.</param>
/// <param name="Skipped">Firings that started no run although they were in time.</param>
/// <param name="SkippedAt">Nominal time of the last of them.</param>
/// <param name="SkipReason">Why that one started no run; empty without one.</param>
public sealed record ScheduleResponse(
    string Id,
    string Name,
    string Owner,
    string Cron,
    string Zone,
    int JitterSeconds,
    OverlapPolicy Overlap,
    bool Enabled,
    string Experiment,
    string Target,
    JsonNode? Run,
    DateTimeOffset CreatedAt,
    IReadOnlyList<DateTimeOffset> Next,
    string? LastRunId,
    DateTimeOffset? LastRunAt,
    int Missed,
    IReadOnlyList<DateTimeOffset> MissedTimes,
    int Skipped,
    DateTimeOffset? SkippedAt,
    string SkipReason)
{
    private const int StartsShown = 3;

    public static ScheduleResponse From(Schedule schedule, DateTimeOffset now) => new(
        schedule.Id,
        schedule.Name,
        schedule.Owner,
        schedule.Cron,
        schedule.Zone,
        schedule.JitterSeconds,
        schedule.Overlap,
        schedule.Enabled,
        schedule.Experiment,
        schedule.Target,
        JsonNode.Parse(schedule.Request),
        schedule.CreatedAt,
        schedule.ReadTimetable(out _) is { } times ? FiringDecisions.NextStarts(schedule, times, now, StartsShown) : [],
        schedule.LastRunId.Length > 0 ? schedule.LastRunId : null,
        schedule.LastRunAt,
        schedule.Missed,
        schedule.MissedTimes,
        schedule.Skipped,
        schedule.SkippedAt,
        schedule.SkipReason);
}

/// <summary>Answer of <c>GET /api/v1/schedules</c>.</summary>
/// <param name="Schedules">All that can be read, sorted by name and id.</param>
/// <param name="Faults">One sentence for each stored row that makes no sense and therefore does not fire, with its key; empty when there is
/// none.</param>
public sealed record ScheduleListResponse(IReadOnlyList<ScheduleResponse> Schedules, IReadOnlyList<string> Faults);
