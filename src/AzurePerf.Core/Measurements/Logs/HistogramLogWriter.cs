using System.Globalization;

namespace AzurePerf.Core.Measurements.Logs;

/// <summary>Writes a histogram log, format 1.3, as the HdrHistogram implementations in other languages read it. Lines end with a line feed
/// everywhere.</summary>
/// <param name="log">Where it is written to.</param>
public sealed class HistogramLogWriter(TextWriter log)
{
    internal const string VersionPrefix = "#[Histogram log format version ";
    internal const string StartPrefix = "#[StartTime: ";
    internal const string BasePrefix = "#[BaseTime: ";
    internal const string TagPrefix = "Tag=";
    internal const decimal NanosecondsPerSecond = 1_000_000_000;

    // As many decimals as there are nanoseconds, so that times survive too; never fewer than the three that other writers show.
    private const string SecondsFormat = "0.000######";

    /// <summary>Writes what stands before the intervals: remarks, format, start and column names.</summary>
    /// <param name="start">What the intervals count their time from.</param>
    /// <param name="remarks">One line each.</param>
    public void WriteHeader(DateTimeOffset start, params IEnumerable<string> remarks)
    {
        foreach (var remark in remarks)
        {
            log.Write($"#[{FailureText.Clean(remark)}]\n");
        }

        var seconds = ((start - DateTimeOffset.UnixEpoch).Ticks / (decimal)TimeSpan.TicksPerSecond)
            .ToString(SecondsFormat, CultureInfo.InvariantCulture);
        log.Write($"{VersionPrefix}1.3]\n");
        log.Write($"{StartPrefix}{seconds} (seconds since epoch), {start.UtcDateTime.ToString("O", CultureInfo.InvariantCulture)}]\n");
        log.Write($"{BasePrefix}{seconds} (seconds since epoch)]\n");
        log.Write("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n");
    }

    /// <summary>Writes one line.</summary>
    /// <exception cref="ArgumentException">The tag has a character that would end it.</exception>
    public void Write(HistogramInterval interval)
    {
        ArgumentNullException.ThrowIfNull(interval);
        if (interval.Tag.Any(letter => letter == ',' || char.IsWhiteSpace(letter) || char.IsControl(letter)))
        {
            throw new ArgumentException(
                $"'{FailureText.Clean(interval.Tag)}' cannot be a tag: neither commas nor blanks may be in it", nameof(interval));
        }

        var tag = interval.Tag.Length == 0 ? "" : TagPrefix + interval.Tag + ",";
        log.Write(string.Create(
            CultureInfo.InvariantCulture,
            $"{tag}{Seconds(interval.StartNanoseconds)},{Seconds(interval.LengthNanoseconds)},"
                + $"{interval.Maximum.ToString(SecondsFormat, CultureInfo.InvariantCulture)},{interval.Payload}\n"));
    }

    private static string Seconds(long nanoseconds) =>
        (nanoseconds / NanosecondsPerSecond).ToString(SecondsFormat, CultureInfo.InvariantCulture);
}
