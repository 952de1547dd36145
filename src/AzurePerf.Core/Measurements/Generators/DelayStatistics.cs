namespace AzurePerf.Core.Measurements.Generators;

/// <summary>Delays that a watching thread saw, in nanoseconds. A percentile that their number does not support is null.</summary>
/// <param name="Count">Delays.</param>
/// <param name="P50Nanoseconds">Median.</param>
/// <param name="P99Nanoseconds">Needs 368 of them.</param>
/// <param name="MaximumNanoseconds">Longest; null without any.</param>
public sealed record DelayStatistics(long Count, long? P50Nanoseconds, long? P99Nanoseconds, long? MaximumNanoseconds)
{
    public static DelayStatistics Of(LatencyHistogram delays)
    {
        ArgumentNullException.ThrowIfNull(delays);
        return new(delays.Count, delays.SupportedQuantile(0.5), delays.SupportedQuantile(0.99), delays.MaximumNanoseconds);
    }
}
