using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Schedules;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Schedules;

/// <summary>How schedules stand in rows.</summary>
internal static class ScheduleRows
{
    public const string RowKey = "schedule";

    /// <summary>The row of a name, in a partition of its own: which schedule has it.</summary>
    public const string NameKey = "name";

    public static Row FromSchedule(Schedule schedule) => new(schedule.Id, RowKey)
    {
        ["v"] = 1,
        ["name"] = schedule.Name,
        ["owner"] = schedule.Owner,
        ["request"] = schedule.Request,
        ["bodyHash"] = schedule.BodyHash,
        ["experiment"] = schedule.Experiment,
        ["target"] = schedule.Target,
        ["cron"] = schedule.Cron,
        ["zone"] = schedule.Zone,
        ["jitterSeconds"] = schedule.JitterSeconds,
        ["overlap"] = schedule.Overlap.ToString(),
        ["enabled"] = schedule.Enabled,
        ["createdAt"] = schedule.CreatedAt,
        ["consideredUpTo"] = schedule.ConsideredUpTo,
        ["pendingAt"] = schedule.PendingAt,
        ["lastRun"] = schedule.LastRunId,
        ["lastRunAt"] = schedule.LastRunAt,
        ["earlierRuns"] = schedule.EarlierRunIds.Count > 0 ? string.Join(' ', schedule.EarlierRunIds) : null,
        ["missed"] = schedule.Missed,
        ["missedTimes"] = JsonSerializer.Serialize(schedule.MissedTimes, RowJson.Options),
        ["skipped"] = schedule.Skipped,
        ["skippedAt"] = schedule.SkippedAt,
        ["skipReason"] = schedule.SkipReason,
    };

    public static Schedule ToSchedule(Row row)
    {
        row.RequireVersion(1);
        row.Json<JsonObject>("request", RowJson.Options);
        var schedule = new Schedule
        {
            Id = row.PartitionKey,
            Name = row.Text("name"),
            Owner = row.Text("owner"),
            Request = row.RequiredText("request"),
            BodyHash = row.Text("bodyHash"),
            Experiment = row.RequiredText("experiment"),
            Target = row.RequiredText("target"),
            Cron = row.RequiredText("cron"),
            Zone = row.RequiredText("zone"),
            JitterSeconds = row.Integer("jitterSeconds"),
            Overlap = row.Choice<OverlapPolicy>("overlap"),
            Enabled = row.Flag("enabled"),
            CreatedAt = row.RequiredInstant("createdAt"),
            ConsideredUpTo = row.RequiredInstant("consideredUpTo"),
            PendingAt = row.Instant("pendingAt"),
            LastRunId = row.Text("lastRun"),
            LastRunAt = row.Instant("lastRunAt"),
            EarlierRunIds = row.Text("earlierRuns").Split(' ', StringSplitOptions.RemoveEmptyEntries),
            Missed = row.Integer("missed"),
            MissedTimes = row.Json<DateTimeOffset[]>("missedTimes", RowJson.Options),
            Skipped = row.Integer("skipped"),
            SkippedAt = row.Instant("skippedAt"),
            SkipReason = row.Text("skipReason"),
            ETag = row.ETag,
        };
        return schedule switch
        {
            { JitterSeconds: < 0 or > ScheduleLimits.JitterSeconds } =>
                throw row.Corrupt("jitterSeconds", $"is not from 0 to {ScheduleLimits.JitterSeconds}"),
            _ when schedule.ReadTimetable(out var fault) is null => throw row.Corrupt("its timetable:", fault),
            _ => schedule,
        };
    }
}
