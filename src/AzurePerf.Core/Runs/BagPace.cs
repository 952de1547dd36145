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
    /// <param name="workedOff">Messages fewer at the second of these looks than had been out after the first.</param>
    /// <param name="between">What lay between the two looks.</param>
    /// <param name="left">Messages out now.</param>
    /// <exception cref="ArgumentOutOfRangeException">A duration or the messages out are negative.</exception>
    public static TimeSpan NextLook(int workedOff, TimeSpan between, int left)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(left);
        ArgumentOutOfRangeException.ThrowIfLessThan(between, TimeSpan.Zero);
        return between * (workedOff > 0 ? Math.Min(Math.Max(left / 2.0, 1) / workedOff, Trust) : Trust);
    }
}
