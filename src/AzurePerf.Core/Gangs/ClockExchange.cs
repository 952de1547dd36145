namespace AzurePerf.Core.Gangs;

/// <summary>One question for the time and its answer: four instants in nanoseconds, two on the member's monotonic clock, two on the barrier's.</summary>
/// <param name="SentNanoseconds">Member's clock when the question left.</param>
/// <param name="ReceivedNanoseconds">Barrier's clock when the question came.</param>
/// <param name="AnsweredNanoseconds">Barrier's clock when the answer left.</param>
/// <param name="ReturnedNanoseconds">Member's clock when the answer came.</param>
public readonly record struct ClockExchange(long SentNanoseconds, long ReceivedNanoseconds, long AnsweredNanoseconds, long ReturnedNanoseconds)
{
    /// <summary>Time on the way, there and back; never below 0, which only clocks of different speed could show.</summary>
    public long DelayNanoseconds =>
        Math.Max(0, ReturnedNanoseconds - SentNanoseconds - (AnsweredNanoseconds - ReceivedNanoseconds));

    /// <summary>Barrier's clock minus member's, if both ways took equally long; rounded down.</summary>
    internal long OffsetNanoseconds => ((ReceivedNanoseconds - SentNanoseconds) + (AnsweredNanoseconds - ReturnedNanoseconds)) >> 1;
}
