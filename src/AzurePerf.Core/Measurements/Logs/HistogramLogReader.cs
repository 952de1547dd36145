using System.Globalization;

namespace AzurePerf.Core.Measurements.Logs;

/// <summary>Reads a histogram log of format 1.0 to 1.3, line by line, whoever wrote it. Payloads are decoded only on demand.</summary>
/// <param name="log">The text.</param>
/// <remarks>
/// Times count from the log's start, however the writer counted them. A log that has no BaseTime counts from its StartTime, unless its
/// first timestamp is less than a year before that or later: then timestamps are seconds since 1970. It is the rule of HdrHistogram's own
/// log reader.
/// </remarks>
public sealed class HistogramLogReader(TextReader log)
{
    private const int Fields = 4;
    private const decimal SecondsPerYear = 365 * 24 * 3_600;

    private static readonly string[] Versions = ["1.0", "1.1", "1.2", "1.3"];

    private decimal? _start;
    private decimal? _base;
    private int _line;

    /// <summary>When the log starts, as far as it was read; null when it does not say.</summary>
    public DateTimeOffset? StartTime =>
        _start is { } seconds ? DateTimeOffset.UnixEpoch.AddTicks((long)(seconds * TimeSpan.TicksPerSecond)) : null;

    /// <summary>The next interval; null at the end.</summary>
    /// <exception cref="InvalidDataException">A line is neither a comment, a legend nor an interval; the message names it and says what is
    /// wrong.</exception>
    public HistogramInterval? Read()
    {
        while (log.ReadLine() is { } line)
        {
            _line++;
            if (line.StartsWith('#'))
            {
                ReadComment(line);
            }
            else if (line.Length > 0 && line[0] != '"')
            {
                return ReadInterval(line);
            }
        }

        return null;
    }

    private void ReadComment(string line)
    {
        if (ValueAfter(line, HistogramLogWriter.StartPrefix) is { } start)
        {
            _start = Instant(start, "start time");
        }
        else if (ValueAfter(line, HistogramLogWriter.BasePrefix) is { } origin)
        {
            _base = Instant(origin, "base time");
        }
        else if (ValueAfter(line, HistogramLogWriter.VersionPrefix) is { } version && !Versions.Contains(version))
        {
            throw Fault($"log format {FailureText.Clean(version)} cannot be read; known are {string.Join(", ", Versions)}");
        }
    }

    private static string? ValueAfter(string line, string prefix) =>
        line.StartsWith(prefix, StringComparison.Ordinal) ? line[prefix.Length..].Split(' ', ']')[0] : null;

    private HistogramInterval ReadInterval(string line)
    {
        var fields = line.Split(',');
        var tag = "";
        if (fields[0].StartsWith(HistogramLogWriter.TagPrefix, StringComparison.Ordinal))
        {
            tag = fields[0][HistogramLogWriter.TagPrefix.Length..];
            fields = fields[1..];
        }

        if (fields.Length != Fields)
        {
            throw Fault($"an interval has {Fields} fields in addition to its tag, this one has {fields.Length}");
        }

        var length = Nanoseconds(Number(fields[1], "length"), "length");
        return new()
        {
            Tag = tag,
            StartNanoseconds = SinceStart(Number(fields[0], "start")),
            LengthNanoseconds = length >= 0 ? length : throw Fault($"the length {FailureText.Clean(fields[1])} is negative"),
            Maximum = Number(fields[2], "maximum"),
            Payload = fields[3].Trim(),
            Line = _line,
        };
    }

    private long SinceStart(decimal timestamp)
    {
        _base ??= _start is { } start && timestamp < start - SecondsPerYear ? start : 0;
        return Nanoseconds(_base.Value + timestamp - (_start ?? 0), "start");
    }

    private long Nanoseconds(decimal seconds, string what) =>
        Math.Abs(seconds) < long.MaxValue / HistogramLogWriter.NanosecondsPerSecond
            ? (long)decimal.Round(seconds * HistogramLogWriter.NanosecondsPerSecond)
            : throw Fault($"the {what} is out of range");

    private decimal Instant(string text, string what) =>
        Number(text, what) is var seconds && seconds >= 0 && seconds < DateTimeOffset.MaxValue.ToUnixTimeSeconds()
        ? seconds
        : throw Fault($"the {what} '{FailureText.Clean(text)}' is no instant in seconds since 1970");

    private decimal Number(string text, string what) =>
        decimal.TryParse(text.Trim(), NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
            ? number
            : throw Fault($"the {what} '{FailureText.Clean(text)}' is not a number");

    private InvalidDataException Fault(string what) => new(string.Create(CultureInfo.InvariantCulture, $"line {_line}: {what}"));
}
