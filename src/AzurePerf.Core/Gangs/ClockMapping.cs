namespace AzurePerf.Core.Gangs;

/// <summary>
/// Takes instants of a member's monotonic clock to the barrier's, with an offset estimated before the measurement and another one after it:
/// between them the clocks are taken to drift evenly, so that the error in between is never above the larger bound of the two. Where they
/// drifted faster than clocks do, one of them stood still for a while, and the error may be all of it.
/// </summary>
/// <param name="Before">Estimated before the measurement.</param>
/// <param name="After">Estimated after it; null when that failed or the barrier had started anew meanwhile. The offset then counts as
/// constant.</param>
public sealed record ClockMapping(ClockOffset Before, ClockOffset? After)
{
    /// <summary>How much two clocks may drift apart where nobody measured it: PHI of RFC 5905, 15 microseconds per second.</summary>
    public const double DriftTolerance = 15e-6;

    /// <summary>Of two clocks that run each may be kept in step by at most 500 microseconds per second (adjtimex), so they never drift
    /// apart faster. A machine that is suspended has a clock that stands still.</summary>
    private const double FastestDrift = 1e-3;

    private bool KnowsDrift => After is not null && After.Clock == Before.Clock && After.AtNanoseconds > Before.AtNanoseconds;

    /// <summary>By how much the barrier's clock is faster than the member's, in microseconds per second; null where that is not
    /// known.</summary>
    public double? DriftPartsPerMillion =>
        KnowsDrift ? (After!.OffsetNanoseconds - Before.OffsetNanoseconds) / (double)(After.AtNanoseconds - Before.AtNanoseconds) * 1e6
            : null;

    /// <summary>By how much that may be wrong; null likewise.</summary>
    public double? DriftBoundPartsPerMillion =>
        KnowsDrift ? (After!.BoundNanoseconds + Before.BoundNanoseconds) / (double)(After.AtNanoseconds - Before.AtNanoseconds) * 1e6
            : null;

    /// <summary>The instant on the barrier's clock.</summary>
    public long ToBarrier(long memberNanoseconds) => memberNanoseconds + OffsetAt(memberNanoseconds);

    /// <summary>By how much <see cref="ToBarrier"/> may be wrong at that instant, in nanoseconds.</summary>
    public long BoundAt(long memberNanoseconds)
    {
        var (from, until) = (Before.AtNanoseconds, KnowsDrift ? After!.AtNanoseconds : Before.AtNanoseconds);
        var outside = Math.Max(0, Math.Max(from - memberNanoseconds, memberNanoseconds - until));
        var bound = KnowsDrift ? Math.Max(Before.BoundNanoseconds, After!.BoundNanoseconds) : Before.BoundNanoseconds;
        return bound + StoodStill() + (long)Math.Ceiling(outside * DriftTolerance);
    }

    /// <summary>How long one of the clocks stood still between the two estimates, nobody knows when; 0 where they may have
    /// drifted.</summary>
    private long StoodStill()
    {
        if (!KnowsDrift)
        {
            return 0;
        }

        var apart = Math.Abs(After!.OffsetNanoseconds - Before.OffsetNanoseconds);
        var drift = (After.AtNanoseconds - Before.AtNanoseconds) * FastestDrift;
        return apart > drift + Before.BoundNanoseconds + After.BoundNanoseconds ? apart : 0;
    }

    private long OffsetAt(long memberNanoseconds)
    {
        if (!KnowsDrift)
        {
            return Before.OffsetNanoseconds;
        }

        // Beyond the two estimates the nearer one counts: a slope from two uncertain points must not be drawn on.
        var at = Math.Clamp(memberNanoseconds, Before.AtNanoseconds, After!.AtNanoseconds);
        var drift = (Int128)(After.OffsetNanoseconds - Before.OffsetNanoseconds) * (at - Before.AtNanoseconds)
            / (After.AtNanoseconds - Before.AtNanoseconds);
        return Before.OffsetNanoseconds + (long)drift;
    }
}
