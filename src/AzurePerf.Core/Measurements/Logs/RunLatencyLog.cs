using System.Globalization;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements.Logs;

/// <summary>The histogram logs of a run's points as one: the tag of a line is the point's number, a slash and the outcome; its time counts
/// from the start of the run.</summary>
/// <param name="text">Where it is written to.</param>
/// <param name="start">When the run was submitted: no point is earlier.</param>
public sealed class RunLatencyLog(TextWriter text, DateTimeOffset start)
{
    private readonly TextWriter _text = text;
    private readonly HistogramLogWriter _log = new(text);

    /// <summary>Writes what stands before the points.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="experiment">What it measured.</param>
    /// <param name="disclaimer">What must be said of every number of the experiment; empty for nothing.</param>
    public void WriteHeader(string runId, string experiment, string disclaimer) => _log.WriteHeader(
        start,
        [
            $"Run {runId}, {experiment}",
            .. disclaimer.Length > 0 ? [Sentence.Start(disclaimer)] : Array.Empty<string>(),
            "Latencies in nanoseconds, Interval_Max in milliseconds; Tag: point/outcome",
        ]);

    /// <summary>Says that the log of a point is missing here, and why.</summary>
    public void LeaveOut(int point, string problem) =>
        _text.Write(string.Create(CultureInfo.InvariantCulture, $"#[Point {point} is left out: {FailureText.Clean(problem)}]\n"));

    /// <summary>Adds the log of a point, without decoding it.</summary>
    /// <param name="point">Its number.</param>
    /// <param name="levels">Its levels, for people.</param>
    /// <param name="log">Its own log.</param>
    /// <exception cref="InvalidDataException">It cannot be read; the message names the point and the line.</exception>
    public void Add(int point, string levels, string log)
    {
        using var lines = new StringReader(log);
        var reader = new HistogramLogReader(lines);
        try
        {
            _text.Write(string.Create(CultureInfo.InvariantCulture, $"#[Point {point}: {FailureText.Clean(levels)}]\n"));
            while (reader.Read() is { } interval)
            {
                var openedAt = reader.StartTime ?? throw new InvalidDataException("it does not say when it starts");
                _log.Write(interval with
                {
                    Tag = string.Create(CultureInfo.InvariantCulture, $"{point}/{interval.Tag}"),
                    StartNanoseconds = interval.StartNanoseconds + ((openedAt - start).Ticks * TimeSpan.NanosecondsPerTick),
                });
            }
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException(
                string.Create(CultureInfo.InvariantCulture, $"the histogram log of point {point} cannot be read: {exception.Message}"),
                exception);
        }
    }
}
