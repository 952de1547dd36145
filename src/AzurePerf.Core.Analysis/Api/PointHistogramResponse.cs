using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/runs/{id}/points/{number}/histogram</c>.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Number">The point.</param>
/// <param name="Latencies">Of the successful operations.</param>
/// <param name="Failures">Of the failed ones, how long each took to fail, by outcome.</param>
public sealed record PointHistogramResponse(
    string RunId, int Number, HistogramResponse Latencies, IReadOnlyDictionary<OperationOutcome, HistogramResponse> Failures)
{
    public static PointHistogramResponse Of(string runId, int number, PointObservation details)
    {
        ArgumentNullException.ThrowIfNull(details);
        return new(
            runId,
            number,
            HistogramResponse.Of(details.Latencies),
            details.Failures.ToDictionary(failure => failure.Key, failure => HistogramResponse.Of(failure.Value.Latencies)));
    }
}

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
