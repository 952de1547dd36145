namespace AzurePerf.Core.Runs;

/// <summary>How many tasks of a bag go out in one message: a task that takes milliseconds is not worth a message, a claim and a commit of
/// its own.</summary>
public static class BundleSize
{
    /// <summary>The most: as many rows as one claim writes in a transaction that stays small.</summary>
    public const int Most = 32;

    /// <summary>
    /// At most one heartbeat of work, so that what waits behind others begins soon, and at most half of each slot's share of what is left,
    /// so that no slot has nothing to do at the end. Longer tasks go alone: there is little to save, and much to wait for.
    /// </summary>
    /// <param name="mean">How long a task takes; null while nobody knows.</param>
    /// <param name="heartbeat">Of the workers.</param>
    /// <param name="left">Tasks that are not handed out yet.</param>
    /// <param name="slots">Slots that work on them, 1 or more.</param>
    /// <param name="most">As set, 1 to <see cref="Most"/>.</param>
    /// <returns>1 to <paramref name="most"/>.</returns>
    public static int Of(TimeSpan? mean, TimeSpan heartbeat, int left, int slots, int most)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(slots, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(most, Most);
        if (mean is not { } each || each > heartbeat / 2)
        {
            return 1;
        }

        var inHeartbeat = each * most <= heartbeat ? most : (int)(heartbeat / each);
        return Math.Max(Math.Min(inHeartbeat, left / (2 * slots)), 1);
    }
}
