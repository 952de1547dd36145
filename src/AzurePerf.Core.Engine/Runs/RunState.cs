using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Criteria;

namespace AzurePerf.Core.Runs;

/// <summary>The header of a run: what was asked and where it stands.</summary>
public sealed record RunState
{
    public required string RunId { get; init; }

    public required RunSpec Spec { get; init; }

    /// <summary>Who submitted it.</summary>
    public required string Owner { get; init; }

    /// <summary>Hash of the request as sent, to recognise the same Idempotency-Key with another body.</summary>
    public required string BodyHash { get; init; }

    /// <summary>Key of the index row that belongs to this header; others for the same run are left-overs of a submission that was
    /// repeated.</summary>
    public required RunIndexKey IndexKey { get; init; }

    public required RunStatus Status { get; init; }

    /// <summary>Why it waits, failed or was cancelled; empty otherwise.</summary>
    public string Reason { get; init; } = "";

    /// <summary>What it waits for; null while it can go on, and once it has ended.</summary>
    public RunWait? Wait { get; init; }

    public required DateTimeOffset SubmittedAt { get; init; }

    /// <summary>What counts of it against limits, as estimated when it was submitted; null for a maintenance run and for one of an older
    /// build.</summary>
    public RunCharge? Charge { get; init; }

    /// <summary>What it counts against its owner's quotas: as estimated until it ends, then as used; null where nothing does.</summary>
    public RunUse? Use { get; init; }

    /// <summary>When the TaskManager began it.</summary>
    public DateTimeOffset? StartedAt { get; init; }

    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>Points of its plan; 0 before it is planned.</summary>
    public int Points { get; init; }

    /// <summary>See <see cref="Runs.PlanHash"/>; empty before it is planned, and for a run without points.</summary>
    public string PlanHash { get; init; } = "";

    /// <summary>True when at least one worker reported that the target is an emulator on its own machine.</summary>
    public bool Emulator { get; init; }

    /// <summary>The build of the workers that measure it, taken from its first measured point; empty before. Points of one run come from
    /// one build.</summary>
    public string Build { get; init; } = "";

    /// <summary>Counts the builds that measured it, from 1: a new segment begins when no worker of the build before is left.</summary>
    public int Segment { get; init; } = 1;

    /// <summary>Why the TaskManager gave it up before its end; empty while it did not.</summary>
    public string GivenUp { get; init; } = "";

    /// <summary>True while it waits for workers that it lacks and lets others go first: it holds no keys, and none of its tasks begins,
    /// though their messages are out and call for workers.</summary>
    public bool Aside { get; init; }

    /// <summary>Why its rows cannot be relied on: no task of it begins any more, and it ends when none is executed. Empty for any other
    /// run.</summary>
    public string Fault { get; init; } = "";

    /// <summary>The schedule that started it; null when it was submitted.</summary>
    public ScheduleLink? Schedule { get; init; }

    /// <summary>W3C trace context of its submission, which everything done for it belongs to; null when nobody traces.</summary>
    public string? TraceParent { get; init; }

    /// <summary>The run that this one was made from; null when it was not.</summary>
    public RunOrigin? Origin { get; init; }

    /// <summary>Its labels since they were changed after the submission; null while they are those of the spec.</summary>
    public SortedDictionary<string, string>? ChangedTags { get; init; }

    /// <summary>Its labels as they are now.</summary>
    public SortedDictionary<string, string> Tags => ChangedTags ?? Spec.Tags;

    /// <summary>The best that it measured, written at its end; null before, and where nothing was measured that counts.</summary>
    public RunHeadline? Headline { get; init; }

    /// <summary>Why it has no headline, written at its end; empty before, and where it has one.</summary>
    public string HeadlineMissing { get; init; } = "";

    /// <summary>What its criteria came to, written at its end; null before, and where it has none.</summary>
    public CriteriaVerdict? Criteria { get; init; }

    /// <summary>True when it is part of the sample data: really measured, but somewhere else.</summary>
    public bool Sample { get; init; }

    /// <summary>True when a worker that injects faults executed tasks of it, known when their stage is closed.</summary>
    public bool HasInjectedFaults { get; init; }

    public string ETag { get; init; } = "";
}

/// <summary>The run that another was made from.</summary>
/// <param name="Kind">How.</param>
/// <param name="RunId">The earlier run.</param>
public sealed record RunOrigin(RunOriginKind Kind, string RunId);

/// <summary>How a run was made from an earlier one.</summary>
public enum RunOriginKind
{
    /// <summary>Its request with changes.</summary>
    Clone,

    /// <summary>Its request as it was, with the same or another seed.</summary>
    Rerun,

    /// <summary>Only the points of it that have no result.</summary>
    Retry,
}

/// <summary>The best that a run measured, for lists.</summary>
/// <param name="Metric">As in the exported columns.</param>
/// <param name="Unit">1/s, B/s, FLOP/s or ns.</param>
/// <param name="Value">Median of the repetitions.</param>
/// <param name="Levels">Where it was measured.</param>
/// <param name="Configurations">Among how many configurations it is the best.</param>
public sealed record RunHeadline(string Metric, string Unit, double Value, [property: JsonPropertyName("configuration")] JsonObject Levels,
    int Configurations);

/// <summary>Which schedule started a run.</summary>
/// <param name="ScheduleId">The schedule; it may have been removed since.</param>
/// <param name="NominalAt">The instant that the schedule named, UTC; null for a run that somebody started by hand.</param>
public sealed record ScheduleLink(string ScheduleId, DateTimeOffset? NominalAt);
