using AzurePerf.Simulation.Ports;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Simulation.Rules;

/// <summary>Each time of a schedule has one run, or counts as missed or skipped, whoever leads; and one that skips starts no run before the last one has ended.</summary>
internal sealed class ScheduleRule(RuleBook book) : Rule(book)
{
    /// <summary>Of each run the schedule that started it and for which time.</summary>
    private readonly Dictionary<string, (string Schedule, DateTimeOffset At)> _started = [];

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.RunsTable, Row.RowKey: "h", Before: null, After: { } header } && header.Text("schedule") is { Length: > 0 } schedule)
            {
                CheckOverlap(change, schedule);
                _started[header.PartitionKey] = (schedule, header.Instant("nominalAt")!.Value);
            }
        }
    }

    public override void AtEnd()
    {
        foreach (var row in Book.Account.All(ControlNames.SchedulesTable))
        {
            Check(row);
        }
    }

    private void CheckOverlap(RowChange change, string schedule)
    {
        if (_started.FirstOrDefault(run => run.Value.Schedule == schedule && !Book.Tasks.HasEnded(run.Key)) is { Key: { } open })
        {
            Break($"{change.By} starts run {change.Row.PartitionKey} of schedule {schedule}, whose run {open} has not ended");
        }
    }

    private void Check(Row row)
    {
        var pending = row.Instant("pendingAt");
        var started = _started.Values.Where(run => run.Schedule == row.PartitionKey && run.At != pending).Select(run => run.At).Distinct().Count();
        var decided = MinutesOf(row.RequiredInstant("consideredUpTo")) - MinutesOf(row.RequiredInstant("createdAt"));
        var counted = started + row.Integer("missed") + row.Integer("skipped") + (pending is null ? 0 : 1);
        if (decided != counted)
        {
            Break($"schedule {row.PartitionKey} has come to {decided} times: {started} runs, {row.Integer("missed")} missed, {row.Integer("skipped")} skipped, {(pending is null ? "none" : "one")} pending");
        }
    }

    /// <summary>It fires every minute.</summary>
    private static long MinutesOf(DateTimeOffset instant) => instant.UtcTicks / TimeSpan.TicksPerMinute;
}
