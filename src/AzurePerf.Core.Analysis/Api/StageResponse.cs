using System.Text.Json.Serialization;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Api;

/// <summary>
/// How far one stage is, and how its tasks stand. Those of a bag are counted when it is closed; until then its numbers come from what
/// workers reported last, and <see cref="About"/> says so.
/// </summary>
public sealed record StageResponse
{
    /// <summary>What its experiment calls it; prepare, measure and clean are those of runs with points.</summary>
    public required string Name { get; init; }

    /// <summary>What its tasks are.</summary>
    public required StageKind Kind { get; init; }

    /// <summary>waiting, open or closed.</summary>
    [JsonPropertyName("state")]
    public required StageStatus Status { get; init; }

    /// <summary>False while its tasks are still to be planned from what the stages before it bring.</summary>
    public bool Planned { get; init; } = true;

    /// <summary>How much of it is done, 0 to 1, with what its running tasks say of themselves; 1 when it is closed.</summary>
    public double Progress { get; init; }

    /// <summary>Seconds that one of its tasks is expected to take, before any was seen; null where nobody can tell.</summary>
    public double? ExpectedSeconds { get; init; }

    /// <summary>About how many seconds it still takes while it is open: see <see cref="RunPace"/>; null while nobody can tell.</summary>
    public double? SecondsLeft { get; init; }

    /// <summary>The pool that executes it.</summary>
    public required string Pool { get; init; }

    /// <summary>True while the numbers are approximate.</summary>
    public bool About { get; init; }

    /// <summary>All that it has; 0 before it is planned.</summary>
    public required int Tasks { get; init; }

    /// <summary>Neither executed nor ended.</summary>
    public int Waiting { get; init; }

    /// <summary>The waiting ones by what they wait for.</summary>
    public IReadOnlyDictionary<WaitCause, int> WaitsFor { get; init; } = new SortedDictionary<WaitCause, int>();

    /// <summary>When the next point of a series is due; null when none is waited for.</summary>
    public DateTimeOffset? NextDueAt { get; init; }

    /// <summary>Executed just now, as of the workers' last heartbeats.</summary>
    public int Running { get; init; }

    /// <summary>Ended with an accepted result.</summary>
    public int Done { get; init; }

    /// <summary>Failed for good.</summary>
    public int Failed { get; init; }

    /// <summary>Gaps in a series: their time passed before a worker took them.</summary>
    public int Missed { get; init; }

    /// <summary>Given up with the run.</summary>
    public int Cancelled { get; init; }

    /// <summary>Ended, whatever became of them.</summary>
    [JsonIgnore]
    public int Finished => Done + Failed + Missed + Cancelled;

    /// <summary>Attempts beyond the first: of a task, or of a point where that is what is repeated.</summary>
    public long Repeated { get; init; }

    /// <summary>Executions that ended without a result, by cause.</summary>
    public IReadOnlyDictionary<FailureCause, int> Ends { get; init; } = new SortedDictionary<FailureCause, int>();

    /// <summary>Of these, the ones that were stopped because they ran over their time limit, by cause.</summary>
    public IReadOnlyDictionary<FailureCause, int> Timeouts { get; init; } = new SortedDictionary<FailureCause, int>();

    /// <summary>Mean duration of the executions that workers reported done, in seconds; null when nothing is reported.</summary>
    public double? MeanSeconds { get; init; }

    /// <summary>When its first task could be dispatched.</summary>
    public DateTimeOffset? OpenedAt { get; init; }

    /// <summary>When its last task had ended.</summary>
    public DateTimeOffset? ClosedAt { get; init; }

    /// <summary>Requests to the control account per task, of all processes and for whatever they did while it was open; null before it is
    /// closed, where they were not counted, and where tasks were cancelled, which cost little.</summary>
    public double? RequestsPerTask { get; init; }
}

/// <summary>Whether a stage dispatches tasks.</summary>
public enum StageStatus
{
    /// <summary>An earlier stage is not closed yet.</summary>
    Waiting,

    /// <summary>Its tasks are dispatched.</summary>
    Open,

    /// <summary>All its tasks are terminal.</summary>
    Closed,
}

/// <summary>What a task that nobody executes waits for.</summary>
public enum WaitCause
{
    /// <summary>An earlier stage of its run is not closed.</summary>
    EarlierStage,

    /// <summary>Its time in a series has not come.</summary>
    Due,

    /// <summary>It is not dispatched yet: points go one after the other, and of a bag only so many messages are out as are finished
    /// soon.</summary>
    Turn,

    /// <summary>It is dispatched, and no worker with a free slot has taken it.</summary>
    Worker,
}
