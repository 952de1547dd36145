using System.Text;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements.Logs;

/// <summary>
/// The histogram log of one point: a line per interval for its successes, tagged ok, and one line over the whole measurement for each other
/// outcome, tagged with its name.
/// </summary>
public static class LatencyLog
{
    /// <summary>Its name beside the details of the same attempt.</summary>
    public const string FileName = "latencies.hlog";

    private static readonly string Success = TagOf(OperationOutcome.Ok);

    /// <summary>The name of the blob that lies beside the details of an attempt.</summary>
    /// <param name="detailsBlob">The blob with the details.</param>
    public static string NameBeside(string detailsBlob)
    {
        ArgumentNullException.ThrowIfNull(detailsBlob);
        return detailsBlob[..(detailsBlob.LastIndexOf('/') + 1)] + FileName;
    }

    /// <summary>The tag of an outcome: its name as in the API.</summary>
    public static string TagOf(OperationOutcome outcome) => CamelCase.Of(outcome);

    /// <summary>Writes the log of a measurement.</summary>
    /// <param name="openedAt">When its clients were let go.</param>
    /// <param name="successes">Latencies of successful operations.</param>
    /// <param name="failures">The others, over the whole time.</param>
    /// <param name="lengthNanoseconds">From the start to the last end.</param>
    public static string Write(
        DateTimeOffset openedAt, LatencyTimeline successes, IReadOnlyDictionary<OperationOutcome, FailedOperations> failures,
        long lengthNanoseconds)
    {
        ArgumentNullException.ThrowIfNull(successes);
        ArgumentNullException.ThrowIfNull(failures);
        using var text = new StringWriter(new StringBuilder());
        var log = new HistogramLogWriter(text);
        log.WriteHeader(openedAt, "Latencies in nanoseconds, Interval_Max in milliseconds; Tag: outcome");
        foreach (var interval in successes.Intervals())
        {
            log.Write(HistogramInterval.Of(Success, interval.StartNanoseconds, interval.LengthNanoseconds, interval.Latencies));
        }

        foreach (var (outcome, failed) in failures.OrderBy(failure => failure.Key))
        {
            log.Write(HistogramInterval.Of(TagOf(outcome), 0, lengthNanoseconds, failed.Latencies));
        }

        return text.ToString();
    }

    /// <summary>Adds the intervals of successes that a log holds to a series.</summary>
    /// <param name="log">A log as <see cref="Write"/> makes it.</param>
    /// <param name="into">Where they are added.</param>
    /// <param name="onItsClock">Takes an instant of the log to the series' time.</param>
    /// <returns>When the log starts.</returns>
    /// <exception cref="InvalidDataException">It is no such log.</exception>
    internal static DateTimeOffset Add(string log, LatencyTimeline into, Func<long, long> onItsClock)
    {
        using var text = new StringReader(log);
        var reader = new HistogramLogReader(text);
        while (reader.Read() is { } interval)
        {
            if (interval.Tag == Success)
            {
                // Where its middle falls, it belongs: two clocks that agree on the start agree on that, unless they are half an interval
                // apart.
                into.Add(LatencyIntervals.IndexOf(onItsClock(interval.StartNanoseconds + (interval.LengthNanoseconds / 2))),
                    interval.Decode());
            }
        }

        return reader.StartTime ?? throw new InvalidDataException("a latency log without start time");
    }
}
