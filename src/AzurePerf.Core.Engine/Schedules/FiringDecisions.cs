namespace AzurePerf.Core.Schedules;

/// <summary>
/// When a schedule fires. Only the newest nominal time that has come can start a run, and only within
/// <see cref="ScheduleLimits.LongestDelay"/> of its start: whatever else has come since the schedule was last looked at is missed and
/// counted, so that there is never a burst.
/// </summary>
public static class FiringDecisions
{
    /// <summary>What is to be decided about now; null when nothing is.</summary>
    public static DueFirings? Due(Schedule schedule, Timetable times, DateTimeOffset now)
    {
        if (!schedule.Enabled)
        {
            return null;
        }

        var counted = now - ScheduleLimits.CountedBack;
        var missed = new MissedFirings();
        DateTimeOffset? newest = null;
        for (var next = times.NextAfter(schedule.ConsideredUpTo > counted ? schedule.ConsideredUpTo : counted); next
            <= now; next = times.NextAfter(next.Value))
        {
            missed.Add(newest);
            newest = next;
        }

        if (newest is not { } nominal)
        {
            return null;
        }

        var startsAt = StartOf(schedule, times, nominal);
        if (startsAt > now)
        {
            return missed.Count > 0 ? missed.Due(null, missed.Times[^1]) : null;
        }

        if (IsTooLate(startsAt, now))
        {
            missed.Add(nominal);
            return missed.Due(null, nominal);
        }

        return missed.Due(new(schedule.Id, nominal), nominal);
    }

    /// <summary>When the firing of a nominal time starts its run: jitter follows from the firing's id and is at most half of the time until
    /// the next one.</summary>
    public static DateTimeOffset StartOf(Schedule schedule, Timetable times, DateTimeOffset nominal)
    {
        var jitter = TimeSpan.FromSeconds(schedule.JitterSeconds);
        var spread = times.NextAfter(nominal) is { } next && (next - nominal) / 2 < jitter ? (next - nominal) / 2 : jitter;
        return nominal + new Firing(schedule.Id, nominal).DelayWithin(spread);
    }

    /// <summary>When the schedule is to be looked at again; null when never.</summary>
    public static DateTimeOffset? WakeAt(Schedule schedule, Timetable times) =>
        schedule.PendingAt is { } pending ? pending
        : schedule.Enabled && times.NextAfter(schedule.ConsideredUpTo) is { } next ? StartOf(schedule, times, next)
        : null;

    /// <summary>The next starts of a schedule after an instant; none while it is paused.</summary>
    public static IReadOnlyList<DateTimeOffset> NextStarts(Schedule schedule, Timetable times, DateTimeOffset now, int count)
    {
        if (!schedule.Enabled)
        {
            return [];
        }

        var starts = new List<DateTimeOffset>();
        // Decided up to a time that is still to come where the clock was set back.
        var nominal = schedule.ConsideredUpTo > now
            ? times.NextAfter(schedule.ConsideredUpTo)
            : times.LastBetween(schedule.ConsideredUpTo, now) ?? times.NextAfter(now);
        for (; nominal is { } time && starts.Count < count; nominal = times.NextAfter(time))
        {
            if (StartOf(schedule, times, time) is var start && start > now)
            {
                starts.Add(start);
            }
        }

        return starts;
    }

    /// <summary>The schedule after what is due was decided on: the firing is pending, or skipped for a reason.</summary>
    /// <param name="schedule">The schedule; where something fires, only with those earlier runs that have not ended.</param>
    /// <param name="due">What is due.</param>
    /// <param name="obstacle">Why the firing starts no run; null when it does, and all runs before it have ended or do not matter.</param>
    public static Schedule Decide(Schedule schedule, DueFirings due, string? obstacle)
    {
        var decided = schedule with
        {
            ConsideredUpTo = due.ConsideredUpTo,
            Missed = schedule.Missed + due.Missed,
            MissedTimes = [.. schedule.MissedTimes.Concat(due.MissedTimes).TakeLast(ScheduleLimits.MissedTimes)],
        };
        return due.Fires is null ? decided
            : obstacle is null ? decided with { PendingAt = due.Fires.NominalAt, EarlierRunIds = [] }
            : Skip(decided, due.Fires.NominalAt, obstacle);
    }

    /// <summary>The schedule after its pending firing has its run.</summary>
    public static Schedule Started(Schedule schedule, string runId) =>
        Before(schedule, schedule.LastRunId) with { PendingAt = null, LastRunId = runId, LastRunAt = schedule.PendingAt };

    /// <summary>The schedule without earlier runs that have ended.</summary>
    public static Schedule WithoutEarlier(Schedule schedule, IReadOnlyCollection<string> ended) =>
        schedule with { EarlierRunIds = [.. schedule.EarlierRunIds.Except(ended)] };

    /// <summary>The schedule after somebody started a run of it; a newer run stays its last one.</summary>
    public static Schedule StartedByHand(Schedule schedule, string runId, DateTimeOffset at) =>
        schedule.LastRunId == runId ? schedule
        : schedule.LastRunAt > at ? Before(schedule, runId)
        : Before(schedule, schedule.LastRunId) with { LastRunId = runId, LastRunAt = at };

    /// <summary>The schedule after it turned out that its pending firing cannot start a run.</summary>
    public static Schedule Refused(Schedule schedule, string reason) =>
        schedule.PendingAt is { } nominal ? Skip(schedule with { PendingAt = null }, nominal, reason) : schedule;

    /// <summary>The schedule after its pending firing was found too late to start a run.</summary>
    public static Schedule Late(Schedule schedule) => schedule.PendingAt is not { } nominal ? schedule : schedule with
    {
        PendingAt = null,
        Missed = schedule.Missed + 1,
        MissedTimes = [.. schedule.MissedTimes.Append(nominal).TakeLast(ScheduleLimits.MissedTimes)],
    };

    /// <summary>Whether the schedule was paused after its firing was decided on, also where it was resumed since: then that starts no
    /// run.</summary>
    public static bool IsPaused(Schedule schedule, Firing firing) => !schedule.Enabled || schedule.ConsideredUpTo > firing.NominalAt;

    /// <summary>The schedule after its pending firing was found paused: it is neither fired nor missed.</summary>
    public static Schedule Withdrawn(Schedule schedule) => schedule with { PendingAt = null };

    /// <summary>The schedule paused or resumed. What comes during a pause is neither fired nor missed.</summary>
    public static Schedule Enable(Schedule schedule, bool enabled, DateTimeOffset now) =>
        schedule.Enabled == enabled
            ? schedule
            : schedule with { Enabled = enabled, ConsideredUpTo = enabled ? now : schedule.ConsideredUpTo };

    /// <summary>Whether it is too late for a run that should have started.</summary>
    public static bool IsTooLate(DateTimeOffset startsAt, DateTimeOffset now) => now - startsAt > ScheduleLimits.LongestDelay;

    /// <summary>A run that is not the last one, and may go on.</summary>
    private static Schedule Before(Schedule schedule, string runId) =>
        schedule.Overlap == OverlapPolicy.Allow || runId.Length == 0 || schedule.EarlierRunIds.Contains(runId) ? schedule : schedule with
        {
            EarlierRunIds = [.. schedule.EarlierRunIds.TakeLast(ScheduleLimits.MostEarlierRuns - 1), runId],
        };

    private static Schedule Skip(Schedule schedule, DateTimeOffset nominal, string reason) =>
        schedule with { Skipped = schedule.Skipped + 1, SkippedAt = nominal, SkipReason = reason };
}

/// <summary>What a schedule has to decide about at one instant.</summary>
/// <param name="Fires">The firing that is to start a run now; null when there is none.</param>
/// <param name="Missed">How many firings were missed.</param>
/// <param name="MissedTimes">The newest of them, oldest first.</param>
/// <param name="ConsideredUpTo">The last nominal time that is decided about.</param>
public sealed record DueFirings(Firing? Fires, int Missed, IReadOnlyList<DateTimeOffset> MissedTimes, DateTimeOffset ConsideredUpTo);
