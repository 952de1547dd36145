using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Runs;

/// <summary>Everything that the next step of a run depends on.</summary>
public sealed record RunSnapshot
{
    public required RunState Run { get; init; }

    /// <summary>Its stages, in order; empty before it is planned.</summary>
    public required IReadOnlyList<StageState> Stages { get; init; }

    /// <summary>The task that was handed out and is not counted as finished yet; null when there is none.</summary>
    public BenchmarkTask? Current { get; init; }

    /// <summary>Whether the worker that executes the current task is known to be dead.</summary>
    public bool OwnerIsDead { get; init; }

    /// <summary>When this process put the message of the current attempt; null when it did not.</summary>
    public DateTimeOffset? MessagePutAt { get; init; }

    /// <summary>When this process first saw the current attempt run, by its own clock; the worker's clock decides nothing.</summary>
    public DateTimeOffset? RunningSeenAt { get; init; }

    /// <summary>Whether the current execution was ordered to stop already.</summary>
    public bool StopOrdered { get; init; }

    public required DateTimeOffset Now { get; init; }
}
