using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Workers;

/// <summary>What a worker process says of itself with every heartbeat. Only the worker writes it.</summary>
public sealed record WorkerState
{
    /// <summary>New with every start of the process.</summary>
    public required string WorkerId { get; init; }

    /// <summary>One of <see cref="WorkerPool.All"/>.</summary>
    public required string Pool { get; init; }

    /// <summary>The machine; workers with the same one must not measure at the same time.</summary>
    public required string HostId { get; init; }

    /// <summary>The kind of machine, by which durations are compared.</summary>
    public string Sku { get; init; } = BenchmarkTask.LocalSku;

    /// <summary>The build that the process runs.</summary>
    public required string Build { get; init; }

    /// <summary>Heartbeats so far; unchanged over three intervals of successful reads means dead.</summary>
    public long Beat { get; init; }

    /// <summary>How often it beats, so that readers know when it is late; the default of <see cref="EngineOptions"/> where a build did not
    /// store it.</summary>
    public TimeSpan Heartbeat { get; init; } = new EngineOptions().Heartbeat;

    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>By the worker's own clock, which may be wrong: nothing is decided by it.</summary>
    public DateTimeOffset BeatAt { get; init; }

    /// <summary>How old its latest heartbeat was when it was read, by the clock of the service that keeps it; null where the service did
    /// not say.</summary>
    public TimeSpan? BeatAge { get; init; }

    /// <summary>Tasks it can execute at once.</summary>
    public int Slots { get; init; } = 1;

    /// <summary>What it executes; empty when idle.</summary>
    public IReadOnlyList<RunningTask> Running { get; init; } = [];

    /// <summary>What it counted of the stages it works on.</summary>
    public IReadOnlyList<StageTally> Tallies { get; init; } = [];

    /// <summary>Requests it made to the control account since it started.</summary>
    public long Requests { get; init; }

    /// <summary>True while it takes no tasks because another pool may measure on its host.</summary>
    public bool Holding { get; init; }

    /// <summary>What it found out about being reached; null in other pools than peer.</summary>
    public PeerTrial? PeerTrial { get; init; }

    /// <summary>Why it runs no programs of users although its operator allows them: one sentence; empty for nothing.</summary>
    public string ProgramRefusal { get; init; } = "";

    /// <summary>True when it has tried out that it can run programs of users.</summary>
    public bool RunsPrograms { get; init; }

    /// <summary>True when it takes no more tasks.</summary>
    public bool Draining { get; init; }

    public string ETag { get; init; } = "";
}

/// <summary>What a worker of the pool peer found when it tried, at its start, to reach itself by the way that others must take.</summary>
/// <param name="Way">The name and port that the operator configured.</param>
/// <param name="Reached">True when what answered there was this very process; false when nothing did for a while; null until then.</param>
/// <param name="Said">What came of the last try that failed; empty otherwise.</param>
public sealed record PeerTrial(string Way, bool? Reached, string Said = "");
