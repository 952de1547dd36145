namespace AzurePerf.Core.Gangs;

/// <summary>How far the barrier's clock is ahead of a member's, as estimated once.</summary>
/// <remarks>
/// Of several exchanges the one with the shortest delay counts, because queues on the way only lengthen it: the clock filter of NTP (RFC
/// 5905, section 10). The true offset lies within half that delay of the estimate however unequal the two ways are (Cristian, Probabilistic
/// clock synchronization, 1989).
/// </remarks>
/// <param name="Clock">Which clock of a barrier this is about: a barrier that starts anew has another one.</param>
/// <param name="OffsetNanoseconds">Barrier's clock minus the member's.</param>
/// <param name="BoundNanoseconds">The estimate is wrong by at most this.</param>
/// <param name="AtNanoseconds">Member's clock in the middle of the exchange.</param>
public sealed record ClockOffset(string Clock, long OffsetNanoseconds, long BoundNanoseconds, long AtNanoseconds)
{
    /// <summary>Exchanges that one estimate is made from.</summary>
    public const int Exchanges = 31;

    /// <summary>The estimate from several exchanges with one clock.</summary>
    /// <exception cref="ArgumentException">There is no exchange.</exception>
    public static ClockOffset Estimate(string clock, IReadOnlyCollection<ClockExchange> exchanges)
    {
        ArgumentNullException.ThrowIfNull(exchanges);
        if (exchanges.Count == 0)
        {
            throw new ArgumentException("An offset cannot be estimated from no exchange.", nameof(exchanges));
        }

        var shortest = exchanges.MinBy(exchange => exchange.DelayNanoseconds);
        return new(
            clock,
            shortest.OffsetNanoseconds,
            (shortest.DelayNanoseconds + 1) / 2,
            shortest.SentNanoseconds + ((shortest.ReturnedNanoseconds - shortest.SentNanoseconds) / 2));
    }

    /// <summary>An instant of the barrier's clock on the member's, as this estimate has it.</summary>
    public long ToMember(long barrierNanoseconds) => barrierNanoseconds - OffsetNanoseconds;
}

/// <summary>One question for the time and its answer: four instants in nanoseconds, two on the member's monotonic clock, two on the
/// barrier's.</summary>
/// <param name="SentNanoseconds">Member's clock when the question left.</param>
/// <param name="ReceivedNanoseconds">Barrier's clock when the question came.</param>
/// <param name="AnsweredNanoseconds">Barrier's clock when the answer left.</param>
/// <param name="ReturnedNanoseconds">Member's clock when the answer came.</param>
public readonly record struct ClockExchange(
    long SentNanoseconds, long ReceivedNanoseconds, long AnsweredNanoseconds, long ReturnedNanoseconds)
{
    /// <summary>Time on the way, there and back; never below 0, which only clocks of different speed could show.</summary>
    public long DelayNanoseconds =>
        Math.Max(0, ReturnedNanoseconds - SentNanoseconds - (AnsweredNanoseconds - ReceivedNanoseconds));

    /// <summary>Barrier's clock minus member's, if both ways took equally long; rounded down.</summary>
    internal long OffsetNanoseconds => ((ReceivedNanoseconds - SentNanoseconds) + (AnsweredNanoseconds - ReturnedNanoseconds)) >> 1;
}
