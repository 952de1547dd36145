using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Api;

/// <summary>A histogram of latencies, exact to 3 significant digits.</summary>
/// <param name="Count">Latencies in it.</param>
/// <param name="MinimumNanoseconds">The shortest; null when it is empty.</param>
/// <param name="MaximumNanoseconds">The longest; null when it is empty.</param>
/// <param name="Buckets">Those with at least one latency, shortest first.</param>
public sealed record HistogramResponse(long Count, long? MinimumNanoseconds, long? MaximumNanoseconds, IReadOnlyList<LatencyBucket> Buckets)
{
    internal static HistogramResponse Of(LatencyHistogram histogram) =>
        new(histogram.Count, histogram.MinimumNanoseconds, histogram.MaximumNanoseconds, [.. histogram.RecordedBuckets()]);
}
