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
    /// Seconds since its last heartbeat, by the clocks of worker and Web. Whether it is dead only the TaskManager knows: after three heartbeats without a
    /// new one it removes the row.
    /// </summary>
    public required double HeartbeatAgeSeconds { get; init; }

    /// <summary>True when it was not heard of for two of its heartbeats and two seconds; then it counts for no slots and no running tasks.</summary>
    public bool Silent { get; init; }

    /// <summary>Requests it made to the control account since it started.</summary>
    public required long Requests { get; init; }

    /// <summary>True while it takes no tasks because of another pool on its host.</summary>
    public required bool Holding { get; init; }

    /// <summary>Why, for people; empty when it takes tasks.</summary>
    public required string HoldingReason { get; init; }

    /// <summary>True when it ends what it has and then leaves.</summary>
    public required bool Draining { get; init; }

    /// <summary>What it executes; empty when idle.</summary>
    public required IReadOnlyList<WorkerTaskResponse> Running { get; init; }
}
