namespace AzurePerf.Core.Runs;

/// <summary>How many slots there were, looked at now and then: what one look saw holds until the next.</summary>
public sealed record SlotsOverTime
{
    private long _first;
    private long _last;
    private int _slots;
    private double _area;

    private SlotsOverTime()
    {
    }

    /// <summary>Nobody looked yet.</summary>
    public static SlotsOverTime None { get; } = new();

    private bool HasLooked { get; init; }

    /// <summary>With another look.</summary>
    /// <param name="at">Its time stamp, not before the last; the unit plays no part.</param>
    /// <param name="slots">What it saw.</param>
    public SlotsOverTime Plus(long at, int slots) => HasLooked
        ? this with { _last = at, _slots = slots, _area = AreaUntil(at) }
        : new() { HasLooked = true, _first = at, _last = at, _slots = slots };

    /// <summary>Their mean from the first look to a time stamp; null where nobody looked.</summary>
    public double? MeanUntil(long at) => !HasLooked ? null : at > _first ? AreaUntil(at) / (at - _first) : _slots;

    private double AreaUntil(long at) => _area + ((double)_slots * (at - _last));
}
