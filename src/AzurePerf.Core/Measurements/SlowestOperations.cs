using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements;

/// <summary>
/// Time that a few operations took. A closed loop that a service stops for seconds has one long operation per client and none of those that
/// would have come meanwhile, so that percentiles show nothing of it.
/// </summary>
internal static class SlowestOperations
{
    /// <summary>Fewer than this share of the operations are few.</summary>
    private const double FewOperations = 0.01;

    /// <summary>More than this share of the time is much.</summary>
    private const double MuchTime = 0.1;

    /// <summary>A clause where much of the time lies in few of the operations; else none.</summary>
    /// <param name="latencies">Of successful operations.</param>
    public static IEnumerable<string> Note(LatencyHistogram latencies)
    {
        var few = (long)Math.Ceiling(FewOperations * latencies.Count) - 1;
        if (few < 1)
        {
            return [];
        }

        var share = TimeOfSlowest(latencies, few) / (double)latencies.SumNanoseconds;
        return share > MuchTime
            ? [$"the slowest {NumberFormat.Count(few)} of {NumberFormat.Counted(latencies.Count, "operation")} took "
                + $"{NumberFormat.Percent(share)} of the operations' time, the longest "
                + $"{NumberFormat.Significant(latencies.MaximumNanoseconds!.Value / 1e9)} s: percentiles up to the 99th do not show it"]
            : [];
    }

    private static double TimeOfSlowest(LatencyHistogram latencies, long operations)
    {
        var (left, time) = (operations, 0.0);
        foreach (var bucket in latencies.RecordedBuckets().Reverse())
        {
            var counted = Math.Min(left, bucket.Count);
            time += (double)counted * Math.Min(bucket.HighestNanoseconds, latencies.MaximumNanoseconds!.Value);
            left -= counted;
            if (left == 0)
            {
                break;
            }
        }

        return time;
    }
}
