namespace AzurePerf.Core.Measurements;

/// <summary>The latencies of the operations that ended in one interval of a measurement.</summary>
/// <param name="StartNanoseconds">When it begins, since the start of the measurement.</param>
/// <param name="LengthNanoseconds">How long it lasts.</param>
/// <param name="Latencies">Every counter exactly; sums and extremes within 0.1 %.</param>
public sealed record LatencyInterval(long StartNanoseconds, long LengthNanoseconds, LatencyHistogram Latencies);
