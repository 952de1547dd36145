using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements;

/// <summary>
/// Latencies with the operations that were cut off, by a time-out or a stop: each would have taken longer than it was watched, so leaving
/// them out makes a service that hangs look fast.
/// </summary>
/// <remarks>By <see cref="SurvivalCurve"/>. Operations that the service ended otherwise are left out, as of any latency; so are open loops,
/// in which failures do not count from intended starts.</remarks>
internal static class CensoredLatencies
{
    private static readonly OperationOutcome[] CutOff = [OperationOutcome.ClientTimeout, OperationOutcome.Ambiguous,
        OperationOutcome.Cancelled];

    private static readonly (double Quantile, string Name)[] Shown = [(0.5, "p50"), (0.95, "p95"), (0.99, "p99")];

    /// <summary>A clause about the percentiles, where an operation was cut off and there are enough for one.</summary>
    public static IEnumerable<string> Note(PointObservation observations)
    {
        var cut = observations.Failures.Where(failure => CutOff.Contains(failure.Key)).Select(failure => failure.Value.Latencies).ToArray();
        var total = observations.Latencies.Count + cut.Sum(latencies => latencies.Count);
        var quantiles = Shown.Where(shown => QuantileSupport.Exists(total, shown.Quantile)).ToArray();
        if (!observations.ClosedLoop || cut.Length == 0 || quantiles.Length == 0)
        {
            return [];
        }

        var curve =
            SurvivalCurve.Of([.. Durations(observations.Latencies, censored: false),
                .. cut.SelectMany(latencies => Durations(latencies, censored: true))]);
        return [$"with the {NumberFormat.Counted(cut.Sum(latencies => latencies.Count), "operation")} that were cut off as longer than "
            + "they were watched: "
            + string.Join(", ",
                quantiles.Select(shown => shown.Name + " "
                    + (curve.Quantile(shown.Quantile) is { } latency ? NumberFormat.Milliseconds(latency) + " ms" : "unknown")))];
    }

    /// <summary>No bucket says more than the longest latency in all of them.</summary>
    private static IEnumerable<CensoredDuration> Durations(LatencyHistogram latencies, bool censored) =>
        latencies.RecordedBuckets().Select(bucket => new CensoredDuration(
            Math.Min(bucket.HighestNanoseconds, latencies.MaximumNanoseconds ?? bucket.HighestNanoseconds), censored, bucket.Count));
}
