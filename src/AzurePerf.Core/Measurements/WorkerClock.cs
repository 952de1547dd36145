using AzurePerf.Core.Gangs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements;

/// <summary>How the monotonic clock of one worker of a gang ran against the barrier's, by which the instants of all workers are put on one
/// clock.</summary>
/// <param name="WorkerId">The worker.</param>
/// <param name="OffsetSeconds">The barrier's clock minus the worker's before the measurement. Monotonic clocks count from instants of their
/// own, so this may be any number.</param>
/// <param name="BoundSeconds">By how much instants of the worker may be off while it measured.</param>
/// <param name="DriftPartsPerMillion">By how much the barrier's clock was faster, in microseconds per second; null where the clocks were
/// compared only once.</param>
/// <param name="DriftBoundPartsPerMillion">By how much that may be wrong: the bounds of both comparisons over the time between them; null
/// likewise.</param>
public sealed record WorkerClock(
    string WorkerId, double OffsetSeconds, double BoundSeconds, double? DriftPartsPerMillion, double? DriftBoundPartsPerMillion)
{
    /// <param name="timing">What the worker noted.</param>
    /// <param name="boundNanoseconds">How far its instants may be off.</param>
    public static WorkerClock Of(MemberTiming timing, long boundNanoseconds)
    {
        ArgumentNullException.ThrowIfNull(timing);
        var mapping = new ClockMapping(timing.Before, timing.After);
        return new(timing.WorkerId, timing.Before.OffsetNanoseconds / 1e9, boundNanoseconds / 1e9, mapping.DriftPartsPerMillion,
            mapping.DriftBoundPartsPerMillion);
    }

    /// <summary>"clock of a: offset -250 ms, known to 0.20 ms, drift 20.0 +- 1.00 ppm".</summary>
    public override string ToString() =>
        $"clock of {WorkerId}: offset {NumberFormat.Significant(OffsetSeconds * 1e3)} ms, known to "
        + $"{NumberFormat.Significant(BoundSeconds * 1e3)} ms, drift "
        + (DriftPartsPerMillion is { } drift
            ? $"{NumberFormat.Significant(drift)} ± {NumberFormat.Significant(DriftBoundPartsPerMillion!.Value)} ppm"
            : "not known");
}
