namespace AzurePerf.Core.Runs;

/// <summary>When the next look at the messages of a bag is worth its request.</summary>
public static class BagPace
{
    /// <summary>What was seen over a short time may be far off: it is believed for so many times as long and no longer.</summary>
    public const int Trust = 4;

    /// <summary>
    /// Half of the time in which the messages will be worked off at the pace of the last two looks, but at most <see cref="Trust"/> times what lay between these, which is also the answer
    /// where none was worked off.
    /// </summary>
    /// <param name="before">Messages out at the look before.</param>
    /// <param name="now">Messages out now.</param>
    /// <param name="between">What lies between the two looks.</param>
    /// <exception cref="ArgumentOutOfRangeException">A number is negative.</exception>
    public static TimeSpan NextLook(int before, int now, TimeSpan between)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(before);
        ArgumentOutOfRangeException.ThrowIfNegative(now);
        ArgumentOutOfRangeException.ThrowIfLessThan(between, TimeSpan.Zero);
        return between * (before > now ? Math.Min(Math.Max(now / 2.0, 1) / (before - now), Trust) : Trust);
    }
}
