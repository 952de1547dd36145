using System.Globalization;
using System.Security;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Schedules;

/// <summary>Names of time zones: UTC, or area and place exactly as in the IANA database.</summary>
public static class TimeZoneName
{
    public const string Utc = "UTC";

    /// <summary>The zone of a name, by an identifier of its own on Windows; null when it is no such name, or this machine's time zone data
    /// does not have it.</summary>
    public static TimeZoneInfo? Find(string name) => Find(name, OperatingSystem.IsWindows() ? WindowsZones.NameOf : null);

    /// <summary>An instant by a zone's own clock, to the minute: "2026-08-02 02:20 +02:00"; in UTC where that is the zone, or where this
    /// machine does not know it.</summary>
    public static string Minute(DateTimeOffset instant, string zone) => Find(zone) is { } known && known != TimeZoneInfo.Utc
        ? TimeZoneInfo.ConvertTime(instant, known).ToString("yyyy-MM-dd HH:mm zzz", CultureInfo.InvariantCulture)
        : NumberFormat.Minute(instant);

    /// <param name="name">As given.</param>
    /// <param name="ofSystem">The system's name of a zone; null where the system names zones by area and place itself.</param>
    internal static TimeZoneInfo? Find(string name, Func<string, string?>? ofSystem)
    {
        if (name.Equals(Utc, StringComparison.OrdinalIgnoreCase))
        {
            return TimeZoneInfo.Utc;
        }

        // The name becomes part of a path to the system's data; right/, posix/ and localtime are there too and mean no place.
        if (name.Length is 0 or > ScheduleLimits.ZoneLength || !name.All(IsOfName) || !char.IsAsciiLetterUpper(name[0])
            || !name.Contains('/', StringComparison.Ordinal) || name.Contains("//", StringComparison.Ordinal))
        {
            return null;
        }

        try
        {
            if (ofSystem is not null)
            {
                return ofSystem(name) is { } other ? TimeZoneInfo.FindSystemTimeZoneById(other) : null;
            }

            // In another case it is found or not depending on what was looked up before.
            return TimeZoneInfo.FindSystemTimeZoneById(name) is { } zone && zone.Id == name ? zone : null;
        }
        catch (Exception exception) when (exception is TimeZoneNotFoundException or InvalidTimeZoneException or SecurityException)
        {
            // The caller's sentence says which names there are.
            return null;
        }
    }

    private static bool IsOfName(char character) => char.IsAsciiLetterOrDigit(character) || character is '/' or '_' or '-' or '+';
}
