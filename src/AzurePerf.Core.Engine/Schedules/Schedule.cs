using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Schedules;

/// <summary>A run request that is submitted at the times of a cron expression, and what has come of it so far.</summary>
public sealed record Schedule
{
    public required string Id { get; init; }

    /// <summary>The user's own words; may be empty.</summary>
    public required string Name { get; init; }

    /// <summary>Who added it, and whose its runs are.</summary>
    public required string Owner { get; init; }

    /// <summary>The run request as JSON. It is read again at every firing, so that a request without a seed gets a new one each
    /// time.</summary>
    public required string Request { get; init; }

    /// <summary>Hash of the request that added it, to recognise the same Idempotency-Key with another body.</summary>
    public required string BodyHash { get; init; }

    /// <summary>The experiment that the request names.</summary>
    public required string Experiment { get; init; }

    /// <summary>The target that the request means.</summary>
    public required string Target { get; init; }

    /// <summary>Five fields, see <see cref="CronExpression"/>.</summary>
    public required string Cron { get; init; }

    /// <summary>Name of the time zone that the expression is meant in, see <see cref="TimeZoneName"/>.</summary>
    public required string Zone { get; init; }

    /// <summary>Each firing starts so many seconds later at most, 0 to 86,400, and at most half of the time until the next one.</summary>
    public int JitterSeconds { get; init; }

    public OverlapPolicy Overlap { get; init; } = OverlapPolicy.Skip;

    /// <summary>False while it is paused: then nothing fires and nothing counts as missed.</summary>
    public bool Enabled { get; init; } = true;

    public required DateTimeOffset CreatedAt { get; init; }

    /// <summary>The last nominal time about which was decided; all up to it are done with. At first the time of its creation, and at the
    /// end of a pause that time.</summary>
    public required DateTimeOffset ConsideredUpTo { get; init; }

    /// <summary>A firing that was decided on and whose run is not known to be stored yet; whoever finds it submits the run.</summary>
    public DateTimeOffset? PendingAt { get; init; }

    /// <summary>The run it started last; empty before the first.</summary>
    public string LastRunId { get; init; } = "";

    /// <summary>Nominal time of that run, or when it was started by hand.</summary>
    public DateTimeOffset? LastRunAt { get; init; }

    /// <summary>Runs before that one that may not have ended, newest last; none where overlap is allowed. How many is limited by
    /// how many go on, see <see cref="ScheduleLimits.EarlierRuns"/>.</summary>
    public IReadOnlyList<string> EarlierRunIds { get; init; } = [];

    /// <summary>Firings that came to nothing because nobody was there to start them in time.</summary>
    public int Missed { get; init; }

    /// <summary>The newest of them, oldest first, at most <see cref="ScheduleLimits.MissedTimes"/>.</summary>
    public IReadOnlyList<DateTimeOffset> MissedTimes { get; init; } = [];

    /// <summary>Firings that started no run although they were in time.</summary>
    public int Skipped { get; init; }

    /// <summary>Nominal time of the last of them.</summary>
    public DateTimeOffset? SkippedAt { get; init; }

    /// <summary>Why the last of them started no run.</summary>
    public string SkipReason { get; init; } = "";

    public string ETag { get; init; } = "";

    /// <summary>What a run of it is asked for: one without a name of its own has the schedule's.</summary>
    /// <param name="spec">What its request says.</param>
    public RunSpec Of(RunSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        return spec.Name.Length > 0 ? spec : spec with { Name = Name };
    }

    /// <summary>Its nominal instants; null with a fault when cron expression or zone cannot be read on this machine.</summary>
    public Timetable? ReadTimetable(out string fault)
    {
        if (CronExpression.Read(Cron, out fault) is not { } cron)
        {
            fault = "cron " + fault;
            return null;
        }

        if (TimeZoneName.Find(Zone) is not { } zone)
        {
            fault = "zone is not in this machine's time zone data";
            return null;
        }

        return new(cron, zone);
    }
}

/// <summary>What a firing does while a run of the schedule has not ended.</summary>
public enum OverlapPolicy
{
    /// <summary>It starts no run, and the schedule says why.</summary>
    Skip,

    /// <summary>It starts its run all the same; on one target the two then measure one after the other.</summary>
    Allow,
}
