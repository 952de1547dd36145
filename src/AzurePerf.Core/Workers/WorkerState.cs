namespace AzurePerf.Core.Workers;

/// <summary>What a worker process says of itself with every heartbeat. Only the worker writes it.</summary>
public sealed record WorkerState
{
    /// <summary>New with every start of the process.</summary>
    public required string WorkerId { get; init; }

    /// <summary>measure: one slot, one task, nothing else in the process.</summary>
    public required string Pool { get; init; }

    /// <summary>The machine; workers with the same one must not measure at the same time.</summary>
    public required string HostId { get; init; }

    /// <summary>The build that the process runs.</summary>
    public required string Build { get; init; }

    /// <summary>Heartbeats so far; unchanged over three intervals of successful reads means dead.</summary>
    public long Beat { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>By the worker's own clock; for people only, nothing is decided by it.</summary>
    public DateTimeOffset BeatAt { get; init; }

    /// <summary>What it executes; null when idle.</summary>
    public RunningTask? Running { get; init; }

    /// <summary>True when it takes no more tasks.</summary>
    public bool Draining { get; init; }

    public string ETag { get; init; } = "";
}
