using System.Globalization;
using AzurePerf.Core.Schedules;

namespace AzurePerf.UnitTests.Schedules;

/// <summary>Schedules and instants as tests write them.</summary>
internal static class SampleSchedules
{
    public const string Id = "scheduleaaaaaaaaaaaa";

    public static DateTimeOffset At(string instant) => DateTimeOffset.Parse(instant, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal);

    /// <summary>The instant to the minute, UTC.</summary>
    public static string Text(DateTimeOffset? instant) => instant?.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture) ?? "never";

    public static Timetable Times(string cron, string zone = "UTC") => new(CronExpression.Read(cron, out _)!, TimeZoneName.Find(zone)!);

    /// <summary>A schedule about whose times up to an instant was decided.</summary>
    public static Schedule Of(string cron, DateTimeOffset consideredUpTo, string zone = "UTC", string id = Id) => new()
    {
        Id = id,
        Name = "nightly",
        Owner = "tester",
        Request = """{"experiment":"blob.download","preset":"quick","repetitions":1}""",
        BodyHash = "",
        Experiment = "blob.download",
        Target = "default",
        Cron = cron,
        Zone = zone,
        CreatedAt = consideredUpTo,
        ConsideredUpTo = consideredUpTo,
    };
}
