using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Schedules;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Schedules;

/// <summary>Schedules for people and for programs.</summary>
internal static class ScheduleReport
{
    /// <summary>What is said about a schedule that was just added.</summary>
    public static string Added(ScheduleResponse schedule) =>
        schedule.Id + "\n"
            + (schedule.Next.Count == 0 ? "paused" : $"next starts in {schedule.Zone}: "
                + string.Join(", ", schedule.Next.Select(next => TimeZoneName.Minute(next, schedule.Zone)))) + "\n";

    public static string Table(ScheduleListResponse list, Sheet sheet)
    {
        if (list.Schedules.Count == 0)
        {
            return sheet.Advise("no schedules yet; `azureperf schedule add blob.download --preset quick --cron \"0 2 * * *\"` adds one\n");
        }

        var table = new TextTable(
            new("schedule"), new("name") { IsName = true }, new("cron"), new("zone"), new("next start"),
            new("missed", RightAligned: true), new("skipped", RightAligned: true));
        foreach (var schedule in list.Schedules)
        {
            table.Add(
                schedule.Id, schedule.Name.Length > 0 ? schedule.Name : schedule.Experiment, schedule.Cron, schedule.Zone, NextOf(schedule),
                NumberFormat.Count(schedule.Missed), NumberFormat.Count(schedule.Skipped));
        }

        var notes = list.Schedules.SelectMany(schedule => Notes(schedule, sheet));
        return string.Concat(table.Lines(sheet).Concat(notes).Select(line => line + "\n"));
    }

    public static string Csv(IReadOnlyList<ScheduleResponse> schedules)
    {
        var csv = new CsvText(
            "scheduleId", "name", "experiment", "target", "cron", "zone", "jitterSeconds", "overlap", "enabled", "owner", "createdAt",
            "nextStart",
            "lastRunId", "lastRunAt", "missed", "skipped", "skippedAt", "skipReason");
        foreach (var schedule in schedules)
        {
            csv.Add(
                schedule.Id, schedule.Name, schedule.Experiment, schedule.Target, schedule.Cron, schedule.Zone, schedule.JitterSeconds,
                schedule.Overlap == OverlapPolicy.Skip ? "skip" : "allow", schedule.Enabled, schedule.Owner, schedule.CreatedAt,
                schedule.Next.Count == 0 ? null : schedule.Next[0], schedule.LastRunId, schedule.LastRunAt, schedule.Missed,
                schedule.Skipped, schedule.SkippedAt,
                schedule.SkipReason);
        }

        return csv.ToString();
    }

    private static string NextOf(ScheduleResponse schedule) =>
        schedule.Next.Count > 0 ? TimeZoneName.Minute(schedule.Next[0], schedule.Zone) : schedule.Enabled ? "never" : "paused";

    private static IEnumerable<string> Notes(ScheduleResponse schedule, Sheet sheet)
    {
        var notes = new List<string>();
        if (schedule is { LastRunId: { } run, LastRunAt: { } at })
        {
            notes.Add($"last run {run} for {NumberFormat.Minute(at)}");
        }

        if (schedule.MissedTimes.Count > 0)
        {
            notes.Add($"last missed {NumberFormat.Minute(schedule.MissedTimes[^1])}");
        }

        if (schedule.SkippedAt is { } skipped)
        {
            notes.Add($"last skipped {NumberFormat.Minute(skipped)}: {schedule.SkipReason}");
        }

        return notes.SelectMany(note => sheet.Wrap($"{schedule.Id}: {note}"));
    }
}
