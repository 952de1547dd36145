using System.Globalization;

namespace AzurePerf.Cli.Output;

/// <summary>Numbers for people: three digits that mean something, SI units, always the invariant culture.</summary>
internal static class Figures
{
    private static readonly (long Bytes, string Unit)[] ByteUnits =
    [
        (1L << 40, "TiB"), (1_000_000_000_000, "TB"), (1L << 30, "GiB"), (1_000_000_000, "GB"),
        (1L << 20, "MiB"), (1_000_000, "MB"), (1L << 10, "KiB"), (1_000, "KB"),
    ];

    /// <summary>Three significant digits without an exponent; more only before the decimal point.</summary>
    public static string Significant(double value)
    {
        if (value == 0 || !double.IsFinite(value))
        {
            return value == 0 ? "0" : "-";
        }

        var digits = (int)Math.Floor(Math.Log10(Math.Abs(value)));
        var decimals = Math.Clamp(2 - digits, 0, 9);
        var rounded = Math.Round(value, decimals, MidpointRounding.AwayFromZero);
        // 9.996 rounds to 10.00, which has a digit too many.
        decimals = Math.Clamp(2 - (rounded == 0 ? digits : (int)Math.Floor(Math.Log10(Math.Abs(rounded)))), 0, 9);
        return rounded.ToString("F" + decimals.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
    }

    /// <summary>A latency in milliseconds.</summary>
    public static string Milliseconds(double nanoseconds) => Significant(nanoseconds / 1e6);

    /// <summary>A rate in MB/s; a megabyte has 10^6 bytes.</summary>
    public static string Megabytes(double bytesPerSecond) => Significant(bytesPerSecond / 1e6);

    /// <summary>An exact size in the largest unit that leaves no fraction: 8 MiB, 1 GB, 1500 B.</summary>
    public static string Size(long bytes)
    {
        var (unitBytes, unit) = ByteUnits.FirstOrDefault(candidate => bytes >= candidate.Bytes && bytes % candidate.Bytes == 0, (1, "B"));
        return string.Create(CultureInfo.InvariantCulture, $"{bytes / unitBytes} {unit}");
    }

    public static string Count(long value) => value.ToString(CultureInfo.InvariantCulture);

    /// <summary>A time span in the two largest units that matter: 0.42 s, 12.3 s, 3 min 05 s, 2 h 05 min.</summary>
    public static string Duration(TimeSpan span) => span switch
    {
        { TotalMinutes: < 1 } => Significant(span.TotalSeconds) + " s",
        { TotalHours: < 1 } => string.Create(CultureInfo.InvariantCulture, $"{span.Minutes} min {span.Seconds:D2} s"),
        _ => string.Create(CultureInfo.InvariantCulture, $"{(long)span.TotalHours} h {span.Minutes:D2} min"),
    };

    /// <summary>An instant in UTC to the minute.</summary>
    public static string Minute(DateTimeOffset instant) => instant.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture);
}
