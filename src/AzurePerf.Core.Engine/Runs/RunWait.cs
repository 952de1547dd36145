using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Runs;

/// <summary>What keeps an open run from going on, as the TaskManager last saw it.</summary>
/// <param name="Cause">What it waits for.</param>
/// <param name="Since">Since when it waits for that without a break; a restart of the TaskManager does not change it.</param>
public sealed record RunWait(RunWaitCause Cause, DateTimeOffset Since)
{
    /// <summary>When the run is given up unless it can go on before, or ends with what it could not remove where only that is left; null
    /// where it waits without a limit.</summary>
    public DateTimeOffset? GivesUpAt { get; init; }

    /// <summary>The run that must end first; empty unless that is what it waits for.</summary>
    public string RunId { get; init; } = "";

    /// <summary>The workers that it lacks; empty unless it waits for workers.</summary>
    public IReadOnlyList<MissingPool> Missing { get; init; } = [];

    /// <summary>What is stored after another look: a wait for the same keeps its beginning.</summary>
    /// <param name="before">As stored; null when it did not wait.</param>
    /// <param name="now">As just seen; null when it can go on.</param>
    public static RunWait? After(RunWait? before, RunWait? now) =>
        now is not null && now.Cause == before?.Cause ? now with { Since = before.Since } : now;
}

/// <summary>What an open run waits for.</summary>
public enum RunWaitCause
{
    /// <summary>Another run that measures the same target or hosts.</summary>
    Run,

    /// <summary>Workers that are not alive.</summary>
    Workers,

    /// <summary>An answer of its target.</summary>
    Target,

    /// <summary>Its hosts: what other pools execute there must not disturb a measurement.</summary>
    Hosts,
}
