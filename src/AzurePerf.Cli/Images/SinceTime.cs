using System.Globalization;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Images;

/// <summary>A moment in the past, as a person writes it.</summary>
internal static class SinceTime
{
    private const int MostUnits = 10_000;

    private static readonly string[] Formats =
    [
        "yyyy-MM-dd", "yyyy-MM-dd'T'HH:mmK", "yyyy-MM-dd'T'HH:mm:ssK", "yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK", "yyyy-MM-dd HH:mm",
        "yyyy-MM-dd HH:mm:ss",
    ];

    /// <summary>Reads a date, a time or a duration before now, such as 2d. A time without offset is in UTC.</summary>
    /// <exception cref="CommandFailure">It is none, or not past.</exception>
    public static DateTimeOffset Read(string text, DateTimeOffset now)
    {
        var at = Ago(text) is { } ago ? now - ago
            : DateTimeOffset.TryParseExact(
                text,
                Formats,
                CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
                out var moment)
                ? moment
                : throw CommandFailure.Usage(
                    $"--since '{PlainText.Shorten(PlainText.OneLine(text), 40)}' is no time: write a date (2024-01-25), a time "
                        + "(2024-01-25T10:30Z) or how long ago (90m, 12h, 2d, 1w)");
        return at <= now ? at : throw CommandFailure.Usage($"--since {text} has not come yet: name a time in the past");
    }

    /// <summary>Minutes, hours, days or weeks; null for anything else.</summary>
    private static TimeSpan? Ago(string text) =>
        text.Length > 1 && int.TryParse(text.AsSpan(0, text.Length - 1), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number is > 0 and <= MostUnits
                ? text[^1] switch
                {
                    'm' => TimeSpan.FromMinutes(number),
                    'h' => TimeSpan.FromHours(number),
                    'd' => TimeSpan.FromDays(number),
                    'w' => TimeSpan.FromDays(7 * number),
                    _ => null,
                }
                : null;
}
