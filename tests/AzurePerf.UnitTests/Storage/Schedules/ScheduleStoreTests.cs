using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Schedules;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Schedules;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Schedules;

public sealed class ScheduleStoreTests
{
    private static readonly DateTimeOffset Then = SampleSchedules.At("2026-02-14 09:30");
    private readonly InMemoryRowStore _rows = new();
    private readonly ScheduleStore _schedules;

    public ScheduleStoreTests() => _schedules = new(_rows);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public static TheoryData<string, object?, string> Corrupt => new()
    {
        { "v", 2, "v is 2; this build reads 1" },
        { "cron", "61 * * * *", "its timetable: cron has '61' as its minute: " },
        { "cron", null, "cron is missing" },
        { "zone", "Mars/Olympus", "its timetable: zone is not in this machine's time zone data" },
        { "request", "{", "request is not the expected JSON: " },
        { "overlap", "queue", "overlap is not one of Skip, Allow" },
        { "jitterSeconds", -1, "jitterSeconds is not from 0 to 86400" },
        { "jitterSeconds", "ten", "jitterSeconds is a String, not a Int32" },
        { "missedTimes", "[\"yesterday\"]", "missedTimes is not the expected JSON: " },
        { "consideredUpTo", null, "consideredUpTo is missing" },
    };

    [Fact]
    public async Task An_id_is_taken_once()
    {
        Assert.True(await _schedules.TryAddAsync(SampleSchedules.Of("* * * * *", Then), Cancelled));

        Assert.False(await _schedules.TryAddAsync(SampleSchedules.Of("0 * * * *", Then), Cancelled));
        Assert.Equal("* * * * *", (await _schedules.FindAsync(SampleSchedules.Id, Cancelled))!.Cron);
    }

    [Fact]
    public async Task A_schedule_that_was_changed_meanwhile_is_not_replaced()
    {
        var first = await StoredAsync();
        Assert.NotNull(await _schedules.TryReplaceAsync(first with { Missed = 1 }, Cancelled));

        Assert.Null(await _schedules.TryReplaceAsync(first with { Missed = 2 }, Cancelled));
        Assert.Equal(1, (await _schedules.FindAsync(SampleSchedules.Id, Cancelled))!.Missed);
    }

    [Fact]
    public async Task A_change_is_made_on_what_others_changed_meanwhile()
    {
        await StoredAsync();
        var contended = new ScheduleStore(new InterruptedRowStore(_rows, ControlNames.SchedulesTable, async _ =>
        {
            await _schedules.ChangeAsync(SampleSchedules.Id, schedule => schedule with { Missed = 7 }, Cancelled);
            return true;
        }));

        var changed = await contended.ChangeAsync(SampleSchedules.Id, schedule => schedule with { Enabled = false }, Cancelled);

        Assert.Equal((7, false), (changed!.Missed, changed.Enabled));
    }

    [Fact]
    public async Task What_is_not_there_is_neither_changed_nor_removed()
    {
        Assert.Null(await _schedules.ChangeAsync(SampleSchedules.Id, schedule => schedule, Cancelled));
        Assert.False(await _schedules.RemoveAsync(SampleSchedules.Id, Cancelled));
    }

    [Theory]
    [MemberData(nameof(Corrupt))]
    public async Task A_row_that_makes_no_sense_is_named_and_keeps_no_other_one_away(string property, object? value, string complaint)
    {
        await StoredAsync();
        await _schedules.TryAddAsync(SampleSchedules.Of("* * * * *", Then, id: "schedulezzzzzzzzzzzz"), Cancelled);
        var row = (await _rows.FindAsync(ControlNames.SchedulesTable, SampleSchedules.Id, "schedule", Cancelled))!;
        row[property] = value;
        await _rows.PutAsync(ControlNames.SchedulesTable, row, Cancelled);

        var entries = await _schedules.ListAsync(Cancelled).ToArrayAsync(Cancelled);

        Assert.Equal([SampleSchedules.Id, "schedulezzzzzzzzzzzz"], entries.Select(entry => entry.Id));
        Assert.Null(entries[0].Schedule);
        Assert.StartsWith($"row {SampleSchedules.Id}/schedule: {complaint}", entries[0].Fault, StringComparison.Ordinal);
        Assert.Equal(("* * * * *", ""), (entries[1].Schedule!.Cron, entries[1].Fault));
        await Assert.ThrowsAsync<CorruptRowException>(() => _schedules.FindAsync(SampleSchedules.Id, Cancelled));
        Assert.True(await _schedules.RemoveAsync(SampleSchedules.Id, Cancelled));
    }

    private async Task<Core.Schedules.Schedule> StoredAsync()
    {
        await _schedules.TryAddAsync(SampleSchedules.Of("0 10 * * *", Then), Cancelled);
        return (await _schedules.FindAsync(SampleSchedules.Id, Cancelled))!;
    }
}
