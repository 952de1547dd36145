using System.Globalization;

namespace AzurePerf.Core.Measurements.Logs;

/// <summary>One line of a histogram log: the latencies of one kind in one interval. They stay encoded until somebody asks for
/// them.</summary>
public sealed record HistogramInterval
{
    /// <summary>What the latencies are of, such as an outcome; empty where the line has no tag.</summary>
    public string Tag { get; init; } = "";

    /// <summary>When the interval begins, since the start of the log.</summary>
    public required long StartNanoseconds { get; init; }

    /// <summary>How long it lasts.</summary>
    public required long LengthNanoseconds { get; init; }

    /// <summary>The longest latency, in whatever unit the writer chose: milliseconds in a log of ours.</summary>
    public required decimal Maximum { get; init; }

    /// <summary>The latencies in the compressed V2 format, base64.</summary>
    public required string Payload { get; init; }

    /// <summary>The line that it was read from, from 1; 0 for one that was not read.</summary>
    public int Line { get; init; }

    /// <summary>An interval to write.</summary>
    public static HistogramInterval Of(string tag, long startNanoseconds, long lengthNanoseconds, LatencyHistogram latencies)
    {
        ArgumentNullException.ThrowIfNull(latencies);
        return new()
        {
            Tag = tag,
            StartNanoseconds = startNanoseconds,
            LengthNanoseconds = lengthNanoseconds,
            Maximum = (latencies.MaximumNanoseconds ?? 0) / 1_000_000m,
            Payload = LatencyHistogramText.Write(latencies),
        };
    }

    /// <summary>The latencies: every counter exactly, sums and extremes as <see cref="LatencyHistogramEncoding"/> has them.</summary>
    /// <exception cref="InvalidDataException">The payload is no such histogram; the message names the line.</exception>
    public LatencyHistogram Decode()
    {
        try
        {
            return LatencyHistogramText.Read(Payload);
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException(string.Create(CultureInfo.InvariantCulture, $"line {Line}: {exception.Message}"), exception);
        }
    }
}
