using AzurePerf.Core.Schedules;

namespace AzurePerf.TaskManager.Schedules;

/// <summary>A schedule as it was last read, with what was computed from it.</summary>
/// <param name="Schedule">The schedule.</param>
/// <param name="Times">Its nominal instants.</param>
/// <param name="WakeAt">When to look at it again; null when never.</param>
internal sealed record WatchedSchedule(Schedule Schedule, Timetable Times, DateTimeOffset? WakeAt)
{
    /// <summary>Null when the timetable cannot be read on this machine.</summary>
    public static WatchedSchedule? Of(Schedule schedule) =>
        schedule.ReadTimetable(out _) is { } times ? new(schedule, times, FiringDecisions.WakeAt(schedule, times)) : null;

    /// <summary>The same schedule after a change that left its timetable as it is.</summary>
    public WatchedSchedule With(Schedule changed) => new(changed, Times, FiringDecisions.WakeAt(changed, Times));
}
