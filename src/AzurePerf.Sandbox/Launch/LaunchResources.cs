using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Launch;

/// <summary>What was prepared for the steps: addresses in native memory and open descriptors.</summary>
internal sealed record LaunchResources
{
    public required nint Program { get; init; }

    public required nint Arguments { get; init; }

    public required nint Environment { get; init; }

    public required nint Folder { get; init; }

    /// <summary>Pairs of soft and hard limits, in the order of <see cref="LaunchPlan.ResourceNumbers"/>.</summary>
    public required nint Limits { get; init; }

    /// <summary>A struct sock_fprog.</summary>
    public required nint Filter { get; init; }

    /// <summary>64 bytes of zeros: a default action, and an empty mask.</summary>
    public required nint Zeros { get; init; }

    /// <summary>The frame that tells of the execution.</summary>
    public required nint Announcement { get; init; }

    public required int Ruleset { get; init; }

    public required int NullDevice { get; init; }

    public required int Guard { get; init; }

    public required uint? UserId { get; init; }

    /// <summary>Signals that the process ignores: that alone outlives an execve.</summary>
    public required IReadOnlyList<int> IgnoredSignals { get; init; }
}
