namespace AzurePerf.Core.Kinds;

/// <summary>Collects ends of executions between two writes, so that a write costs one row per kind and hour and not one per task. One writer at a time.</summary>
public sealed class KindTallies
{
    private readonly Dictionary<(KindKey Kind, DateTimeOffset Hour), KindTally> _tallies = [];

    /// <summary>Adds to the hour in which the executions ended.</summary>
    public void Add(KindKey kind, DateTimeOffset endedAt, KindTally tally)
    {
        var slot = (kind, KindHour.HourOf(endedAt));
        _tallies[slot] = _tallies.GetValueOrDefault(slot, KindTally.Empty).Plus(tally);
    }

    /// <summary>Everything collected since the last call, by kind and hour; the collection is empty afterwards.</summary>
    public IReadOnlyList<KindHour> Drain()
    {
        var drained = _tallies
            .Select(pair => new KindHour(pair.Key.Kind, pair.Key.Hour, pair.Value))
            .OrderBy(entry => entry.Kind.RowKey, StringComparer.Ordinal).ThenBy(entry => entry.Hour)
            .ToArray();
        _tallies.Clear();
        return drained;
    }
}
