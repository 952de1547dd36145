using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>The figures of an open loop in words, over the repetitions of one configuration.</summary>
public static class OpenLoopText
{
    /// <summary>"offered 1,000/s, achieved 998/s, 0 dropped starts".</summary>
    public static string Rates(IReadOnlyCollection<OpenLoopSummary> points)
    {
        ArgumentNullException.ThrowIfNull(points);
        var offered = NumberFormat.Significant(points.Average(point => point.OfferedPerSecond));
        var achieved = NumberFormat.Significant(points.Average(point => point.AchievedPerSecond));
        return $"offered {offered}/s, achieved {achieved}/s, "
            + $"{NumberFormat.Counted(points.Sum(point => point.DroppedStarts), "dropped start")}";
    }

    /// <summary>"started late by p99 0.120 ms, at most 3.10 ms"; the worst of the repetitions.</summary>
    public static string Lag(IReadOnlyCollection<OpenLoopSummary> points)
    {
        ArgumentNullException.ThrowIfNull(points);
        return "started late by " + Worst(points.Select(point => point.Lag));
    }

    /// <summary>The same of the time from the real start.</summary>
    public static string Service(IReadOnlyCollection<OpenLoopSummary> points)
    {
        ArgumentNullException.ThrowIfNull(points);
        return "from the real start " + Worst(points.Select(point => point.ServiceTime));
    }

    private static string Worst(IEnumerable<LatencyStatistics> statistics)
    {
        var all = statistics.ToArray();
        var (p99, maximum) = (all.Max(one => one.P99Nanoseconds), all.Max(one => one.MaximumNanoseconds));
        return (p99 is { } value ? $"p99 {NumberFormat.Milliseconds(value)} ms, " : "")
            + $"at most {(maximum is { } most ? NumberFormat.Milliseconds(most) : "-")} ms";
    }
}
