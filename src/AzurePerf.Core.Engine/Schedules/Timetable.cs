namespace AzurePerf.Core.Schedules;

/// <summary>
/// The nominal instants of a cron expression in a time zone. A local time that the zone skips, as daylight saving time begins, stands for
/// the instant at which local time goes on; a local time that comes twice stands for its first coming, so that it fires once.
/// </summary>
public sealed class Timetable
{
    /// <summary>More than any zone is ahead of or behind UTC, so that the offsets before and after a change near a local time are found
    /// this far from it.</summary>
    private static readonly TimeSpan BeyondAnyOffset = TimeSpan.FromHours(15);

    /// <summary>Instants outside stand in no calendar that anybody plans by; a row edited by hand may hold them.</summary>
    private static readonly DateTimeOffset Earliest = new(1970, 1, 2, 0, 0, 0, TimeSpan.Zero);
    private static readonly DateTimeOffset Latest = new(9000, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly CronExpression _cron;
    private readonly TimeZoneInfo _zone;

    public Timetable(CronExpression cron, TimeZoneInfo zone) => (_cron, _zone) = (cron, zone);

    /// <summary>The first nominal instant after another one, UTC; null when there is none before the year 9000.</summary>
    public DateTimeOffset? NextAfter(DateTimeOffset instant)
    {
        if (instant < Earliest || instant >= Latest)
        {
            return instant < Earliest ? NextAfter(Earliest) : null;
        }

        var after = instant.UtcDateTime;
        var local = _cron.NextAfter(LocalAt(after));
        while (local is { } time)
        {
            // In the repeated hour the clock shows times again that have come.
            var nominal = InstantOf(time);
            if (nominal > after)
            {
                return new(nominal, TimeSpan.Zero);
            }

            local = _cron.NextAfter(time);
        }

        return null;
    }

    /// <summary>The last nominal instant after one instant and not after another, UTC; null when there is none.</summary>
    public DateTimeOffset? LastBetween(DateTimeOffset after, DateTimeOffset upTo)
    {
        DateTimeOffset? last = null;
        for (var back = TimeSpan.FromMinutes(1); last is null; back *= 4)
        {
            var from = upTo - after <= back ? after : upTo - back;
            for (var next = NextAfter(from); next <= upTo; next = NextAfter(next.Value))
            {
                last = next;
            }

            if (from == after)
            {
                break;
            }
        }

        return last;
    }

    private DateTime LocalAt(DateTime utc) => DateTime.SpecifyKind(utc + _zone.GetUtcOffset(utc), DateTimeKind.Unspecified);

    private DateTime InstantOf(DateTime local)
    {
        var asUtc = DateTime.SpecifyKind(local, DateTimeKind.Utc);
        var (before, after) = (asUtc - BeyondAnyOffset, asUtc + BeyondAnyOffset);
        // The offset before a change first: of two instants with this local time it gives the earlier one.
        foreach (var offset in new[] { _zone.GetUtcOffset(before), _zone.GetUtcOffset(after) })
        {
            if (_zone.GetUtcOffset(asUtc - offset) == offset)
            {
                return asUtc - offset;
            }
        }

        return ChangeBetween(before, after);
    }

    /// <summary>The instant from which the offset is no longer that of the first one, to the second.</summary>
    private DateTime ChangeBetween(DateTime before, DateTime after)
    {
        var offset = _zone.GetUtcOffset(before);
        var (low, high) = (0, (int)(after - before).TotalSeconds);
        while (high - low > 1)
        {
            var middle = (low + high) / 2;
            (low, high) = _zone.GetUtcOffset(before.AddSeconds(middle)) == offset ? (middle, high) : (low, middle);
        }

        return before.AddSeconds(high);
    }
}
