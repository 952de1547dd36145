using AzurePerf.Core.Targets;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Runs;

/// <summary>A task that was handed out, with what this TaskManager knows of its execution.</summary>
/// <param name="Task">As stored.</param>
public sealed record DispatchedTask(BenchmarkTask Task)
{
    /// <summary>Whether the worker that executes it is known to be dead.</summary>
    public bool OwnerIsDead { get; init; }

    /// <summary>Whether this execution was ordered to stop already.</summary>
    public bool StopCommanded { get; init; }

    /// <summary>The order to stop that this execution got, even if its worker and that order are gone since; null when none is
    /// known.</summary>
    public StopCommand? Stop { get; init; }

    /// <summary>
    /// For how long the message that this process put for this attempt has been there to be taken, by its monotonic clock; negative before
    /// a delay is over, null when it put none.
    /// </summary>
    public TimeSpan? MessageOutFor { get; init; }

    /// <summary>Since its claim: what this process saw or, if longer, what the worker says by its own monotonic clock.</summary>
    public TimeSpan Elapsed { get; init; }

    /// <summary>For how long programs of a user may run in it, which its work ends itself.</summary>
    public TimeSpan UserCode { get; init; }

    /// <summary>Its target, where that does not answer; null otherwise.</summary>
    public TargetSilence? Silence { get; init; }

    /// <summary>From when its measurement began to its last operation, as its worker says; zero before.</summary>
    public TimeSpan Measured { get; init; }

    /// <summary>Since its last operation, likewise: what must follow goes on.</summary>
    public TimeSpan Afterwards { get; init; }
}
