namespace AzurePerf.Core.Measurements;

/// <summary>One member's part in a point that several workers measured. Instants are nanoseconds since the agreed start, on the barrier's
/// clock.</summary>
public sealed record MemberPart
{
    public required MemberTiming Timing { get; init; }

    /// <summary>How far its instants may be off.</summary>
    public required long BoundNanoseconds { get; init; }

    /// <summary>When the first operation of its clients started; null when none did.</summary>
    public required long? FirstStartNanoseconds { get; init; }

    /// <summary>When the last operation of its clients ended; null when none started.</summary>
    public required long? LastEndNanoseconds { get; init; }

    /// <summary>
    /// True when its work in the common overlap was counted from its samples; false when it kept only some of them, and the work in the
    /// overlap of its own clients was taken by its share of time.
    /// </summary>
    public required bool OverlapFromSamples { get; init; }

    /// <summary>Median service time of its successful operations, in nanoseconds; null when there are too few, or in files of older
    /// builds.</summary>
    public long? MedianNanoseconds { get; init; }

    /// <summary>Where it ran and under which circumstances.</summary>
    public required MeasurementEnvironment Environment { get; init; }
}
