using AzurePerf.Core.Schedules;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Schedules;

namespace AzurePerf.TaskManager.Schedules;

/// <summary>The schedules as they were read last; reading them all costs one request, so it is done rarely.</summary>
internal sealed partial class ScheduleList(ScheduleStore schedules, TimeProvider time, ILogger<ScheduleList> logger)
{
    /// <summary>How late a new, changed or removed schedule is noticed at most.</summary>
    private static readonly TimeSpan ReadInterval = TimeSpan.FromSeconds(20);

    private readonly SortedDictionary<string, TrackedSchedule> _watched = new(StringComparer.Ordinal);
    private HashSet<string> _faults = [];
    private long? _readAt;

    /// <summary>Reads the schedules if that is due, and gives those whose time to be looked at has come.</summary>
    public async Task<IReadOnlyList<TrackedSchedule>> DueAsync(CancellationToken cancellationToken)
    {
        if (_readAt is not { } readAt || time.GetElapsedTime(readAt) >= ReadInterval)
        {
            await ReadAsync(cancellationToken);
            _readAt = time.GetTimestamp();
        }

        var now = time.GetUtcNow();
        return [.. _watched.Values.Where(watched => watched.WakeAt <= now)];
    }

    /// <summary>Remembers a schedule as it was just stored.</summary>
    public void Keep(TrackedSchedule watched) => _watched[watched.Schedule.Id] = watched;

    /// <summary>Reads one schedule again, because somebody may have changed or removed it; null when it is gone or cannot be read on this
    /// machine. While storage does not answer it is remembered as it was.</summary>
    /// <exception cref="CorruptRowException">Its row makes no sense.</exception>
    public async Task<TrackedSchedule?> RenewAsync(string id, CancellationToken cancellationToken)
    {
        TrackedSchedule? watched = null;
        try
        {
            watched = await schedules.FindAsync(id, cancellationToken) is { } schedule ? TrackedSchedule.Of(schedule) : null;
            _watched.Remove(id);
        }
        catch (CorruptRowException)
        {
            _watched.Remove(id);
            throw;
        }

        if (watched is not null)
        {
            Keep(watched);
        }

        return watched;
    }

    private async Task ReadAsync(CancellationToken cancellationToken)
    {
        var entries = await schedules.ListAsync(cancellationToken).ToArrayAsync(cancellationToken);
        _watched.Clear();
        foreach (var watched in entries.Select(entry => entry.Schedule is null ? null : TrackedSchedule.Of(entry.Schedule))
            .OfType<TrackedSchedule>())
        {
            Keep(watched);
        }

        var faults = entries.Where(entry => entry.Schedule is null).Select(entry => entry.Fault).ToHashSet();
        foreach (var fault in faults.Except(_faults))
        {
            LogCorrupt(fault);
        }

        _faults = faults;
    }

    [LoggerMessage(
        Level = LogLevel.Error, Message = "A schedule makes no sense and does not fire until its row is corrected or removed: {Reason}")]
    private partial void LogCorrupt(string reason);
}

/// <summary>A schedule as it was last read, with what was computed from it.</summary>
/// <param name="Schedule">The schedule.</param>
/// <param name="Times">Its nominal instants.</param>
/// <param name="WakeAt">When to look at it again; null when never.</param>
internal sealed record TrackedSchedule(Schedule Schedule, Timetable Times, DateTimeOffset? WakeAt)
{
    /// <summary>Null when the timetable cannot be read on this machine.</summary>
    public static TrackedSchedule? Of(Schedule schedule) =>
        schedule.ReadTimetable(out _) is { } times ? new(schedule, times, FiringDecisions.WakeAt(schedule, times)) : null;

    /// <summary>The same schedule after a change that left its timetable as it is.</summary>
    public TrackedSchedule With(Schedule changed) => new(changed, Times, FiringDecisions.WakeAt(changed, Times));
}
