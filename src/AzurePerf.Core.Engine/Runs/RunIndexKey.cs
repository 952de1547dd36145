using System.Globalization;

namespace AzurePerf.Core.Runs;

/// <summary>Place of a run in the index: partitions by month, newest first inside each.</summary>
/// <param name="Month">yyyyMM, UTC.</param>
/// <param name="RowKey">Reverse ticks and the run's id.</param>
public sealed record RunIndexKey(string Month, string RowKey)
{
    public static RunIndexKey For(string runId, DateTimeOffset submittedAt) => new(
        MonthOf(submittedAt),
        string.Create(CultureInfo.InvariantCulture, $"{DateTimeOffset.MaxValue.UtcTicks - submittedAt.UtcTicks:D19}-{runId}"));

    /// <summary>Whether this is the place of a run that was submitted before that of another.</summary>
    public bool IsBefore(RunIndexKey other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return Month == other.Month
            ? string.CompareOrdinal(RowKey, other.RowKey) > 0
            : string.CompareOrdinal(Month, other.Month) < 0;
    }

    /// <summary>The month of an instant and the one before, in this order.</summary>
    public static IReadOnlyList<string> RecentMonths(DateTimeOffset now) => [MonthOf(now), MonthOf(now.AddMonths(-1))];

    /// <summary>When the month after that of an instant begins.</summary>
    public static DateTimeOffset NextMonth(DateTimeOffset instant) =>
        new DateTimeOffset(instant.UtcDateTime.Year, instant.UtcDateTime.Month, 1, 0, 0, 0, TimeSpan.Zero).AddMonths(1);

    public static string MonthOf(DateTimeOffset instant) => instant.UtcDateTime.ToString("yyyyMM", CultureInfo.InvariantCulture);
}
