using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Runs;

/// <summary>How far one stage of a run is. All counts only grow.</summary>
public sealed record StageState
{
    private static readonly SortedDictionary<FailureCause, int> NoEnds = [];
    private readonly string? _name;

    public required string RunId { get; init; }

    public required StageId Id { get; init; }

    public StageKind Kind => Id.Kind;

    /// <summary>How its tasks are dispatched.</summary>
    public StageShape Shape => Id.Shape;

    /// <summary>For people, and for later stages that read its products; that of its number where its experiment gave none.</summary>
    public string Name
    {
        get => _name ?? Id.ToString();
        init => _name = value == Id.ToString() ? null : value;
    }

    /// <summary>
    /// How long one execution is expected to take; null where the planner cannot know, and for points, whose tasks say it.
    /// </summary>
    public TimeSpan? Expected { get; init; }

    /// <summary>The stages whose failures may give it up; null for all before it.</summary>
    public IReadOnlyList<StageId>? Follows { get; init; }

    /// <summary>What a task of it that failed for good gives up, unless the run's onError asks for more.</summary>
    public FailureReach GivesUp { get; init; }

    /// <summary>False while its tasks are still to be planned from the products of the stages before it.</summary>
    public bool IsPlanned { get; init; } = true;

    /// <summary>
    /// Names the blobs with the orders of its tasks: of the try at planning that was stored here. Empty where its tasks have none.
    /// </summary>
    public string PlanId { get; init; } = "";

    /// <summary>True from the moment its tasks may be handed out until all are terminal.</summary>
    public bool Open { get; init; }

    /// <summary>When it was opened, by the TaskManager's clock.</summary>
    public DateTimeOffset? OpenedAt { get; init; }

    /// <summary>When its first point was taken, by the TaskManager's clock; from here the repetitions of a series are counted. Null until
    /// that has ended, and for a stage that measures nothing.</summary>
    public DateTimeOffset? FirstTakenAt { get; init; }

    /// <summary>True when it will hand out nothing more.</summary>
    public bool Closed { get; init; }

    /// <summary>When it was closed, by the TaskManager's clock.</summary>
    public DateTimeOffset? ClosedAt { get; init; }

    /// <summary>Tasks it has; 0 before it is planned.</summary>
    public required int Total { get; init; }

    /// <summary>Task rows written: the dispatch cursor. A bag's messages are put before it moves, so that a restart repeats one block at
    /// most.</summary>
    public int Created { get; init; }

    /// <summary>Tasks whose message has been put.</summary>
    public int Dispatched { get; init; }

    /// <summary>Tasks that are terminal; of a bag, known when it is closed.</summary>
    public int Finished { get; init; }

    /// <summary>Of them, those without a result.</summary>
    public int Failed { get; init; }

    /// <summary>Of the finished ones, those given up because their run was.</summary>
    public int Cancelled { get; init; }

    /// <summary>Of the finished ones, tasks of points whose time passed before a worker took them.</summary>
    public int Missed { get; init; }

    /// <summary>Of a bag: executions beyond the first of their task; known when it is closed.</summary>
    public long Repeated { get; init; }

    /// <summary>Of a bag: executions that ended without a result, by cause; known when it is closed.</summary>
    public IReadOnlyDictionary<FailureCause, int> Ends { get; init; } = NoEnds;

    /// <summary>Requests to the control account that all processes made while it was open; known when it is closed.</summary>
    public long Requests { get; init; }

    /// <summary>Of a bag: the durations of the executions that its tasks ended with, those that found their product there included, added
    /// up; null before it is closed, and where an older build closed it.</summary>
    public TimeSpan? Work { get; init; }

    /// <summary>The longest of them.</summary>
    public TimeSpan Longest { get; init; }

    /// <summary>Of a bag: the time in workers' slots that all executions of its tasks took, whatever came of them; known when it is
    /// closed.</summary>
    public TimeSpan SlotTime { get; init; }

    /// <summary>Of a bag: bytes of the products that its tasks stored themselves; known when it is closed.</summary>
    public long StoredBytes { get; init; }

    /// <summary>Of a bag: how many slots there were to execute it, on average while it was open; null before it is closed, and where
    /// nobody looked.</summary>
    public double? Slots { get; init; }

    /// <summary>How long its last points were executed, the newest last; at most <see cref="RunPace.PointsKept"/>, and none of a stage of
    /// other tasks.</summary>
    public IReadOnlyList<TimeSpan> LastDurations { get; init; } = [];

    /// <summary>The attempt that succeeded, for a stage of one task; 0 before.</summary>
    public int AcceptedAttempt { get; init; }

    /// <summary>Why the task of a stage of one task failed for good, for people; empty before, and for other stages.</summary>
    public string Failure { get; init; } = "";

    public string ETag { get; init; } = "";

    /// <summary>Partitions that its tasks are spread over: one large partition would slow every request down.</summary>
    public int Shards => TaskSharding.ShardsOf(Id, Total);

    /// <summary>What a task of it that failed for good gives up in a run.</summary>
    public FailureReach ReachIn(RunState run) => Kind switch
    {
        StageKind.Clean => FailureReach.Nothing,
        StageKind.Prepare => FailureReach.Dependants,
        _ => run.Spec.OnError == OnError.Stop ? FailureReach.Stage : GivesUp,
    };

    /// <summary>True when it waits for the end of another stage of its run, and may be given up with it. Cleaning up never is.</summary>
    public bool IsAfter(StageState other) =>
        Kind != StageKind.Clean && other.Id.Number < Id.Number && (Follows?.Contains(other.Id) ?? true);
}
