namespace AzurePerf.Core.Workers;

/// <summary>What the TaskManager saw of the pools in one minute.</summary>
/// <param name="At">When it looked.</param>
/// <param name="Pools">One entry for each pool.</param>
public sealed record PoolMinute(DateTimeOffset At, IReadOnlyList<PoolCount> Pools)
{
    /// <summary>Minutes that are kept: a day. Each takes the place of the one a day before.</summary>
    public const int Kept = 24 * 60;

    /// <summary>The place of a time among them.</summary>
    public static int SlotOf(DateTimeOffset at) => (at.UtcDateTime.Hour * 60) + at.UtcDateTime.Minute;
}
