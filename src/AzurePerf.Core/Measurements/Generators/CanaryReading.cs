namespace AzurePerf.Core.Measurements.Generators;

/// <summary>What a thread that does nothing but sleep and look saw while a point was measured.</summary>
/// <param name="Hiccups">How much later it woke than the shortest sleep that it saw: what keeps it from running keeps operations from
/// running too.</param>
/// <param name="QueueDelays">How long work items waited for a thread of the thread pool.</param>
/// <param name="MostPendingWorkItems">The most work items that were waiting for one at an instant at which it looked.</param>
/// <remarks>Source: G. Tene's jHiccup, which takes a thread's sleep over the shortest one for what the platform, not the program, made it
/// wait.</remarks>
public sealed record CanaryReading(DelayStatistics Hiccups, DelayStatistics QueueDelays, long MostPendingWorkItems);

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
