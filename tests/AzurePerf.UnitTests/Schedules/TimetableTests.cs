using AzurePerf.Core.Schedules;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Schedules;

public sealed class TimetableTests
{
    [Theory]
    // A minute that the zone skips: the instant at which local time goes on, then as usual.
    [InlineData("Europe/Berlin", "30 2 * * *", "2026-03-28 12:00", "2026-03-29 01:00", "2026-03-30 00:30")]
    [InlineData("America/New_York", "30 2 * * *", "2026-03-07 12:00", "2026-03-08 07:00", "2026-03-09 06:30")]
    [InlineData("Australia/Lord_Howe", "15 2 * * *", "2026-10-03 00:00", "2026-10-03 15:30", "2026-10-04 15:15")]
    // A minute that comes twice: the first time only.
    [InlineData("Europe/Berlin", "30 2 * * *", "2026-10-24 12:00", "2026-10-25 00:30", "2026-10-26 01:30")]
    [InlineData("America/New_York", "30 1 * * *", "2026-10-31 12:00", "2026-11-01 05:30", "2026-11-02 06:30")]
    [InlineData("Australia/Lord_Howe", "45 1 * * *", "2026-04-04 00:00", "2026-04-04 14:45", "2026-04-05 15:15")]
    // Several skipped minutes are one instant, which the minute after them has too.
    [InlineData("Europe/Berlin", "*/30 1-3 29 3 *", "2026-03-29 00:29", "2026-03-29 00:30", "2026-03-29 01:00", "2026-03-29 01:30", "2027-03-28 23:00")]
    // In the repeated hour nothing comes again.
    [InlineData("Europe/Berlin", "*/30 * * * *", "2026-10-24 23:59", "2026-10-25 00:00", "2026-10-25 00:30", "2026-10-25 02:00", "2026-10-25 02:30")]
    [InlineData("Australia/Lord_Howe", "*/15 * * * *", "2026-04-04 14:44", "2026-04-04 14:45", "2026-04-04 15:30")]
    // A day that a zone skipped, when it moved across the date line.
    [InlineData("Pacific/Apia", "0 12 * * *", "2011-12-29 12:00", "2011-12-29 22:00", "2011-12-30 10:00", "2011-12-30 22:00")]
    // No daylight saving time, an odd offset.
    [InlineData("Asia/Kathmandu", "0 6 * * *", "2026-01-01 12:00", "2026-01-02 00:15", "2026-01-03 00:15")]
    [InlineData("UTC", "30 2 * * *", "2026-03-28 12:00", "2026-03-29 02:30", "2026-03-30 02:30")]
    public void Local_times_that_are_skipped_or_repeated_fire_once(string zone, string cron, string after, params string[] expected)
    {
        var times = SampleSchedules.Times(cron, zone);

        var found = Following(times, SampleSchedules.At(after), expected.Length);

        Assert.Equal(expected, found.Select(instant => SampleSchedules.Text(instant)));
    }

    [Fact]
    public void From_inside_the_repeated_hour_what_has_come_does_not_come_again()
    {
        var times = SampleSchedules.Times("45 2 * * *", "Europe/Berlin");

        Assert.Equal("2026-10-26 01:45", SampleSchedules.Text(times.NextAfter(SampleSchedules.At("2026-10-25 01:30"))));
    }

    [Fact]
    public void Seconds_of_an_instant_do_not_matter() =>
        Assert.Equal("2026-01-01 00:01", SampleSchedules.Text(SampleSchedules.Times("* * * * *").NextAfter(SampleSchedules.At("2026-01-01 00:00:59.9"))));

    [Theory]
    [InlineData("0001-01-01", "1970-01-02 00:01")]
    [InlineData("9999-12-31 23:59", "never")]
    public void Instants_of_no_calendar_are_answered_too(string after, string expected) =>
        Assert.Equal(expected, SampleSchedules.Text(SampleSchedules.Times("* * * * *", "Europe/Berlin").NextAfter(SampleSchedules.At(after))));

    [Theory]
    [InlineData("0 0 * * *", "2026-01-01", "2026-03-14 09:00", "2026-03-14 00:00")]
    [InlineData("0 0 1 1 *", "2020-06-01", "2026-03-14 09:00", "2026-01-01 00:00")]
    [InlineData("0 0 1 1 *", "2026-01-01", "2026-03-14 09:00", "never")]
    [InlineData("* * * * *", "2020-01-01", "2026-03-14 09:00", "2026-03-14 09:00")]
    public void The_last_instant_of_an_interval_is_found_however_long_it_is(string cron, string after, string upTo, string expected) =>
        Assert.Equal(expected, SampleSchedules.Text(SampleSchedules.Times(cron).LastBetween(SampleSchedules.At(after), SampleSchedules.At(upTo))));

    [Fact]
    public void It_agrees_with_a_clock_that_is_watched_minute_by_minute()
    {
        var changes = Gen.OneOf("2026-03-29 01:00", "2026-10-25 01:00", "2026-03-08 07:00", "2026-11-01 06:00", "2026-10-03 15:30", "2026-04-04 15:00", "2026-07-01 00:00");
        var zones = Gen.OneOf("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC");
        var minutes = Gen.OneOf("*", "0", "30", "*/7", "15,45", "59");
        var hours = Gen.OneOf("*", "0", "1", "2", "3", "1-3", "*/2", "23");
        var days = Gen.OneOf("*", "28-30", "*/2");
        var cases = Gen.Select(changes, zones, minutes, hours, days, Gen.Int[1, 1_800], (change, zone, minute, hour, day, before) =>
            (Zone: zone, Cron: $"{minute} {hour} {day} * *", After: SampleSchedules.At(change).AddMinutes(-before)));

        SeededProperty.Holds(cases, sample =>
        {
            var times = SampleSchedules.Times(sample.Cron, sample.Zone);
            var end = sample.After.AddHours(36);
            var computed = Following(times, sample.After, 3_000).TakeWhile(instant => instant <= end);
            return computed.SequenceEqual(Watched(sample.Cron, sample.Zone, sample.After, end));
        }, cases: 300);
    }

    /// <summary>Watches a wall clock from minute to minute: when it shows a time for the first time, or jumps over one, what is due then fires.</summary>
    private static IEnumerable<DateTimeOffset> Watched(string cron, string zoneName, DateTimeOffset after, DateTimeOffset end)
    {
        var zone = TimeZoneName.Find(zoneName)!;
        var expression = CronExpression.Read(cron, out _)!;
        var shown = DateTime.MinValue;
        for (var instant = after.AddHours(-30); instant <= end; instant = instant.AddMinutes(1))
        {
            var clock = instant.UtcDateTime + zone.GetUtcOffset(instant);
            if (clock <= shown)
            {
                continue;
            }

            if (shown != DateTime.MinValue && instant > after && expression.NextAfter(shown) <= clock)
            {
                yield return instant;
            }

            shown = clock;
        }
    }

    private static List<DateTimeOffset> Following(Timetable times, DateTimeOffset after, int count)
    {
        var found = new List<DateTimeOffset>();
        for (var next = times.NextAfter(after); next is { } instant && found.Count < count; next = times.NextAfter(instant))
        {
            found.Add(instant);
        }

        return found;
    }
}
