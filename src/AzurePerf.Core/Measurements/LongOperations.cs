using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements;

/// <summary>Operations of which nothing is kept but that they took more than 1 h: histograms count them as 1 h.</summary>
internal static class LongOperations
{
    /// <summary>How many there were, failed ones included.</summary>
    public static long CountOf(PointObservation observations) =>
        observations.Latencies.OverflowCount + observations.Failures.Values.Sum(failed => failed.Latencies.OverflowCount);

    /// <summary>A clause about what their latencies are worth, where there were any.</summary>
    public static IEnumerable<string> Note(PointObservation observations) => CountOf(observations) is > 0 and var count
        ? [$"{NumberFormat.Counted(count, "operation")} took more than 1 h, the longest that histograms hold: mean, maximum and "
            + "percentiles are at least what is shown"]
        : [];
}
