namespace AzurePerf.Core.Runs;

/// <summary>How many messages of a bag are kept out, and when the next look at them is worth its request.</summary>
public static class BagPace
{
    private const int SmallestWindow = 64;

    /// <summary>Short tasks are kept out for this long ahead: the next block of them may come so late.</summary>
    private static readonly TimeSpan Ahead = TimeSpan.FromSeconds(2);

    /// <summary>Other runs wait behind these messages.</summary>
    private const int MostAhead = 256;

    /// <summary>
    /// Messages that are kept out: two for each slot, and of short tasks more, so that no worker waits for the next one. Because it
    /// counts the slots that are there where they are more than was configured, the messages always ask for twice the workers that live,
    /// and a pool whose limit is raised later grows to it in steps.
    /// </summary>
    /// <param name="configuredSlots">Slots that the pool could have when the deployment was made.</param>
    /// <param name="aliveSlots">Slots of the workers that live.</param>
    /// <param name="messageMean">How long a slot works on a message on average; null while nothing is known of it.</param>
    public static int WindowOf(int configuredSlots, int aliveSlots, TimeSpan? messageMean)
    {
        var ahead = messageMean is { } mean && mean > TimeSpan.Zero ? Math.Min(aliveSlots * (Ahead / mean), MostAhead) : 0;
        return Math.Max(Math.Max(2 * Math.Max(configuredSlots, aliveSlots), SmallestWindow), (int)ahead);
    }

    /// <summary>Whether tasks of a bag may wait for a slot. Those of other runs cannot be told from them.</summary>
    /// <param name="left">Tasks of the bag that are not dispatched yet.</param>
    /// <param name="outstanding">Messages of the queue, of what runs too.</param>
    /// <param name="running">Messages that workers say they work on.</param>
    public static bool TasksWait(int left, int outstanding, int running) => left > 0 || outstanding > running;

    /// <summary>What was seen over a short time may be far off: it is believed for so many times as long and no longer.</summary>
    public const int Trust = 4;

    /// <summary>
    /// Half of the time that the messages will take at the pace of the last two looks; all of it when these are the last messages of the
    /// bag. At most <see cref="Trust"/> times the time between the two looks, and just that when no message was worked off.
    /// </summary>
    /// <param name="workedOff">Messages fewer at the second of these looks than had been out after the first.</param>
    /// <param name="between">What lay between the two looks.</param>
    /// <param name="left">Messages out now.</param>
    /// <param name="areLast">True where every task was put: there is no window to keep filled.</param>
    /// <exception cref="ArgumentOutOfRangeException">A duration or the messages out are negative.</exception>
    public static TimeSpan NextLook(int workedOff, TimeSpan between, int left, bool areLast)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(left);
        ArgumentOutOfRangeException.ThrowIfLessThan(between, TimeSpan.Zero);
        var until = areLast ? left : left / 2.0;
        return between * (workedOff > 0 ? Math.Min(Math.Max(until, 1) / workedOff, Trust) : Trust);
    }

    /// <summary>How long the executions of messages that were worked off took on average at most: as if every slot had been busy all the
    /// time.</summary>
    /// <param name="workedOff">Messages, of one task or more each.</param>
    /// <param name="elapsed">Since the first of them was put, or longer.</param>
    /// <param name="slots">Slots that work on them, 1 or more.</param>
    /// <returns>Null while they are fewer than the slots: of tasks that differ only the shortest may be over by then.</returns>
    public static TimeSpan? LongestMean(int workedOff, TimeSpan elapsed, int slots)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(slots, 1);
        return workedOff >= slots ? elapsed * slots / workedOff : null;
    }
}
