namespace AzurePerf.Core.Api;

/// <summary>One worker process, as its last heartbeat tells.</summary>
public sealed record WorkerResponse
{
    /// <summary>New with every start of the process.</summary>
    public required string WorkerId { get; init; }

    /// <summary>measure or bag.</summary>
    public required string Pool { get; init; }

    /// <summary>The machine that it runs on; workers of one machine have the same.</summary>
    public required string HostId { get; init; }

    /// <summary>The kind of machine.</summary>
    public required string Sku { get; init; }

    /// <summary>The build that it is of.</summary>
    public required string Build { get; init; }

    /// <summary>Tasks it can execute at once.</summary>
    public required int Slots { get; init; }

    /// <summary>When its process began.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>
    /// Seconds since its last heartbeat, by the clock of the control account. Whether it is dead only the TaskManager knows: after three
    /// heartbeats without a new one it removes the row.
    /// </summary>
    public required double HeartbeatAgeSeconds { get; init; }

    /// <summary>True when it was not heard of for two of its heartbeats and two seconds; then it counts for no slots and no running
    /// tasks.</summary>
    public bool Silent { get; init; }

    /// <summary>Requests it made to the control account since it started.</summary>
    public required long Requests { get; init; }

    /// <summary>True while it takes no tasks because of another pool on its host.</summary>
    public required bool Holding { get; init; }

    /// <summary>Why, for people; empty when it takes tasks.</summary>
    public required string HoldingReason { get; init; }

    /// <summary>Why it runs no programs of users although its operator allows them, for people; empty for nothing.</summary>
    public string ProgramRefusal { get; init; } = "";

    /// <summary>True when it ends what it has and then leaves.</summary>
    public required bool Draining { get; init; }

    /// <summary>What it executes; empty when idle.</summary>
    public required IReadOnlyList<WorkerTaskResponse> Running { get; init; }
}

/// <summary>One pool of workers, as its workers' last heartbeats tell. Whether a worker is dead only the TaskManager knows: it removes the
/// rows of those that are.</summary>
/// <param name="Pool">measure or bag.</param>
/// <param name="Workers">Workers with a row that were heard of in the last minute.</param>
/// <param name="Silent">Workers with a row that were not.</param>
/// <param name="Slots">Tasks that the former can execute at once.</param>
/// <param name="Running">Tasks that they execute.</param>
/// <param name="Holding">Of them, workers that take no tasks because of another pool on their host.</param>
/// <param name="Draining">Of them, workers that take no more tasks.</param>
/// <param name="Outstanding">About how many messages the pool's queue holds, those of tasks under way and of all runs included.</param>
/// <param name="NextWaitsSeconds">For how long the message that is likely to be taken next has been in the queue, by the clocks of queue
/// and Web; null when none can be taken now.</param>
public sealed record PoolResponse(
    string Pool, int Workers, int Silent, int Slots, int Running, int Holding, int Draining, int Outstanding, double? NextWaitsSeconds);

/// <summary>Answer of <c>GET /api/v1/workers</c>.</summary>
/// <param name="Pools">Every pool, also one without workers.</param>
/// <param name="Workers">Every worker with a row, by pool, host and id.</param>
/// <param name="Unreadable">Rows that make no sense, which are left out.</param>
public sealed record WorkerListResponse(
    IReadOnlyList<PoolResponse> Pools, IReadOnlyList<WorkerResponse> Workers, IReadOnlyList<string> Unreadable);

/// <summary>What a worker executes in one slot.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Stage">prepare, measure, clean, or bag 2 for the second stage of bag tasks.</param>
/// <param name="Task">The task's number in its stage, from 1.</param>
/// <param name="Attempt">Which execution of it, from 1.</param>
/// <param name="Phase">What it does just now.</param>
/// <param name="StartedAt">When it was claimed, by the clock of the worker.</param>
/// <param name="ElapsedSeconds">Since the claim, as of the last heartbeat.</param>
/// <param name="OperationsDone">Operations ended in this phase.</param>
/// <param name="OperationsPlanned">Operations planned for the measurement; 0 when unknown.</param>
/// <param name="StopReason">Why it is ordered to stop; empty while it is not.</param>
public sealed record WorkerTaskResponse(
    string RunId, string Stage, int Task, int Attempt, string Phase, DateTimeOffset StartedAt, double ElapsedSeconds, long OperationsDone,
    long OperationsPlanned, string StopReason);
