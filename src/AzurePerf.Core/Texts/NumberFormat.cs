using System.Globalization;

namespace AzurePerf.Core.Texts;

/// <summary>Numbers for people: three digits that mean something, SI units, always the invariant culture. Tool and portal print the
/// same.</summary>
public static class NumberFormat
{
    private static readonly (long Bytes, string Unit)[] ByteUnits =
    [
        (1L << 40, "TiB"), (1_000_000_000_000, "TB"), (1L << 30, "GiB"), (1_000_000_000, "GB"),
        (1L << 20, "MiB"), (1_000_000, "MB"), (1L << 10, "KiB"), (1_000, "kB"),
    ];

    /// <summary>Three significant digits without an exponent; more only before the decimal point.</summary>
    public static string Significant(double value)
    {
        if (value == 0 || !double.IsFinite(value))
        {
            return value == 0 ? "0" : "-";
        }

        var decimals = Decimals(value);
        // 9.996 becomes 10.00, which has a digit too many.
        decimals = Decimals(Math.Round(value, decimals, MidpointRounding.AwayFromZero));
        return Math.Round(value, decimals, MidpointRounding.AwayFromZero)
            .ToString("#,0." + new string('0', decimals), CultureInfo.InvariantCulture);
    }

    /// <summary>A latency in milliseconds.</summary>
    public static string Milliseconds(double nanoseconds) => Significant(nanoseconds / 1e6);

    /// <summary>Megabytes of 10^6 bytes.</summary>
    public static string Megabytes(double bytes) => Significant(bytes / 1e6);

    /// <summary>A share of 0 to 1 as per cent.</summary>
    public static string Percent(double share) => Significant(100 * share) + " %";

    /// <summary>A count, in groups of three digits.</summary>
    public static string Count(long value) => value.ToString("#,0", CultureInfo.InvariantCulture);

    /// <summary>A count with its noun: 1 task, 2,000 tasks.</summary>
    /// <param name="value">The count.</param>
    /// <param name="noun">In the singular; the plural has an s more.</param>
    public static string Counted(long value, string noun) => Count(value) + " " + noun + (value == 1 ? "" : "s");

    /// <summary>An exact size in the largest unit that leaves no fraction: 8 MiB, 1 GB, 1,500 B.</summary>
    public static string Size(long bytes)
    {
        var (unitBytes, unit) = ByteUnits.FirstOrDefault(candidate => bytes >= candidate.Bytes && bytes % candidate.Bytes == 0, (1, "B"));
        return $"{Count(bytes / unitBytes)} {unit}";
    }

    /// <summary>A number of a parameter: sizes in a unit that fits, seconds with their unit, counts bare, because the name says what is
    /// counted.</summary>
    public static string Parameter(double value, string unit) => unit switch
    {
        "B" when value == Math.Floor(value) => Size((long)value),
        "B" or "s" => value.ToString("#,0.###", CultureInfo.InvariantCulture) + " " + unit,
        _ => value.ToString("#,0.###", CultureInfo.InvariantCulture),
    };

    /// <summary>A time span in the two largest units that matter: 0.42 s, 12.3 s, 3 min 05 s, 2 h 05 min.</summary>
    public static string Duration(TimeSpan span) => span switch
    {
        { Ticks: < 0 } => "0 s",
        { TotalMinutes: < 1 } => Significant(span.TotalSeconds) + " s",
        { TotalHours: < 1 } => string.Create(CultureInfo.InvariantCulture, $"{span.Minutes} min {span.Seconds:D2} s"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{(long)span.TotalHours} h {span.Minutes:D2} min"),
    };

    /// <summary>How long ago something was, in one unit: "just now", "5 min ago", "2 h ago", "3 days ago".</summary>
    public static string Ago(TimeSpan age) => age switch
    {
        { TotalMinutes: < 1 } => "just now",
        { TotalHours: < 1 } => Count((long)age.TotalMinutes) + " min ago",
        { TotalDays: < 2 } => Count((long)age.TotalHours) + " h ago",
        _ => Counted((long)age.TotalDays, "day") + " ago",
    };

    /// <summary>An instant for people, in UTC to the second.</summary>
    public static string Instant(DateTimeOffset instant) =>
        instant.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss 'UTC'", CultureInfo.InvariantCulture);

    /// <summary>The same to the minute.</summary>
    public static string Minute(DateTimeOffset instant) =>
        instant.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture);

    /// <summary>The same instant for programs: the datetime attribute, feeds and CSV.</summary>
    public static string InstantAttribute(DateTimeOffset instant) =>
        instant.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);

    private static int Decimals(double value) => value == 0 ? 2 : Math.Clamp(2 - (int)Math.Floor(Math.Log10(Math.Abs(value))), 0, 9);
}
