namespace AzurePerf.Core.Kinds;

/// <summary>What one kind's executions did in one hour.</summary>
/// <param name="Kind">The kind.</param>
/// <param name="Hour">Start of the hour, UTC, in which the executions ended.</param>
/// <param name="Tally">Their tally.</param>
public sealed record KindHour(KindKey Kind, DateTimeOffset Hour, KindTally Tally)
{
    /// <summary>The start of the hour that an instant lies in.</summary>
    public static DateTimeOffset HourOf(DateTimeOffset instant)
    {
        var utc = instant.ToUniversalTime();
        return new(utc.Year, utc.Month, utc.Day, utc.Hour, 0, 0, TimeSpan.Zero);
    }
}
