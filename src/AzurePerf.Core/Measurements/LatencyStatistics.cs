namespace AzurePerf.Core.Measurements;

/// <summary>Latency of successful operations, in nanoseconds. A percentile that the sample size does not support is null.</summary>
/// <param name="Count">Successful operations.</param>
/// <param name="MeanNanoseconds">Arithmetic mean; null without samples, as are the next three.</param>
/// <param name="StandardDeviationNanoseconds">Sample standard deviation; null below two samples.</param>
/// <param name="MinimumNanoseconds">Shortest.</param>
/// <param name="MaximumNanoseconds">Longest.</param>
/// <param name="P50Nanoseconds">Median; needs 6 samples for a two-sided 95 % interval to exist.</param>
/// <param name="P90Nanoseconds">Needs 36.</param>
/// <param name="P95Nanoseconds">Needs 72.</param>
/// <param name="P99Nanoseconds">Needs 368.</param>
/// <param name="P999Nanoseconds">Needs 3,688.</param>
public sealed record LatencyStatistics(
    long Count,
    double? MeanNanoseconds,
    double? StandardDeviationNanoseconds,
    long? MinimumNanoseconds,
    long? MaximumNanoseconds,
    long? P50Nanoseconds,
    long? P90Nanoseconds,
    long? P95Nanoseconds,
    long? P99Nanoseconds,
    long? P999Nanoseconds)
{
    /// <param name="latencies">Of the operations described.</param>
    /// <param name="longer">Operations that are not among them and would have taken longer than any: each percentile is that of all
    /// together.</param>
    public static LatencyStatistics Of(LatencyHistogram latencies, long longer = 0)
    {
        ArgumentNullException.ThrowIfNull(latencies);
        return new(
            latencies.Count,
            latencies.MeanNanoseconds,
            latencies.StandardDeviationNanoseconds,
            latencies.MinimumNanoseconds,
            latencies.MaximumNanoseconds,
            latencies.SupportedQuantile(0.5, longer),
            latencies.SupportedQuantile(0.9, longer),
            latencies.SupportedQuantile(0.95, longer),
            latencies.SupportedQuantile(0.99, longer),
            latencies.SupportedQuantile(0.999, longer));
    }

    /// <summary>The same without percentiles, where they would say nothing.</summary>
    public LatencyStatistics WithoutPercentiles() =>
        this with { P50Nanoseconds = null, P90Nanoseconds = null, P95Nanoseconds = null, P99Nanoseconds = null, P999Nanoseconds = null };
}
