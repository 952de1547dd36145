using AzurePerf.Core.Gangs;

namespace AzurePerf.Core.Measurements;

/// <summary>What ties the measurement of one member of a gang to those of the others.</summary>
public sealed record MemberTiming
{
    /// <summary>The member, from 0.</summary>
    public required int Member { get; init; }

    public required string WorkerId { get; init; }

    /// <summary>The machine.</summary>
    public required string HostId { get; init; }

    /// <summary>The clock exchange before the start.</summary>
    public required ClockOffset Before { get; init; }

    /// <summary>The one after the last operation; null when the barrier did not answer any more.</summary>
    public ClockOffset? After { get; init; }

    /// <summary>The start that was agreed, on the member's own clock.</summary>
    public required long PlannedStartNanoseconds { get; init; }

    /// <summary>When its clients were let go, on its own clock; the instants of its clients and samples count from here.</summary>
    public required long OpenedNanoseconds { get; init; }
}
