using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Runs;

/// <summary>How far one stage of a run is. All counts only grow.</summary>
public sealed record StageState
{
    private static readonly SortedDictionary<FailureCause, int> NoEnds = [];

    public required string RunId { get; init; }

    public required StageId Id { get; init; }

    public StageKind Kind => Id.Kind;

    /// <summary>True from the moment its tasks may be handed out until all are terminal.</summary>
    public bool Open { get; init; }

    /// <summary>When it was opened, by the TaskManager's clock; from here the repetitions of a series are counted.</summary>
    public DateTimeOffset? OpenedAt { get; init; }

    /// <summary>True when it will hand out nothing more.</summary>
    public bool Closed { get; init; }

    /// <summary>When it was closed, by the TaskManager's clock.</summary>
    public DateTimeOffset? ClosedAt { get; init; }

    /// <summary>Tasks it has.</summary>
    public required int Total { get; init; }

    /// <summary>Task rows written: the dispatch cursor. A bag's messages are put before it moves, so that a restart repeats one block at most.</summary>
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

    /// <summary>The attempt that succeeded, for a stage of one task; 0 before.</summary>
    public int AcceptedAttempt { get; init; }

    public string ETag { get; init; } = "";

    /// <summary>Partitions that its tasks are spread over: one large partition would slow every request down.</summary>
    public int Shards => TaskSharding.ShardsOf(Id, Total);
}
