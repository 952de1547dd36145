namespace AzurePerf.Core.Measurements;

/// <summary>The latencies that a histogram cannot distinguish, and how many of them it holds.</summary>
/// <param name="LowestNanoseconds">The shortest latency counted here.</param>
/// <param name="HighestNanoseconds">The longest latency counted here, at most 0.1 % above the shortest.</param>
/// <param name="Count">Latencies recorded in this bucket, at least 1.</param>
public readonly record struct LatencyBucket(long LowestNanoseconds, long HighestNanoseconds, long Count);
