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

    /// <summary>
    /// For how long the message that this process put for the current attempt has been there to be taken, by its monotonic clock; negative before a delay
    /// is over, null when it put none.
    /// </summary>
    public TimeSpan? MessageOutFor { get; init; }

    /// <summary>For how long this process has seen the current attempt run, by its monotonic clock; no worker's clock decides anything.</summary>
    public TimeSpan RunningFor { get; init; }

    /// <summary>Whether the current execution was ordered to stop already.</summary>
    public bool StopOrdered { get; init; }

    /// <summary>Wall clock, for what is written; nothing is decided by it.</summary>
    public required DateTimeOffset Now { get; init; }
}
