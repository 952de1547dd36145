namespace AzurePerf.Benchmarks.Harness;

/// <summary>What requests took, once.</summary>
/// <param name="Requests">Requests.</param>
/// <param name="Seconds">From the first to the end of the last.</param>
/// <param name="ProcessorSeconds">Processor time of the whole process meanwhile, the stub's included where it answered.</param>
internal readonly record struct HarnessReading(long Requests, double Seconds, double ProcessorSeconds)
{
    public double RequestsPerSecond => Requests / Seconds;

    public double ProcessorMicroseconds => ProcessorSeconds / Requests * 1e6;

    /// <summary>Two parts of one reading.</summary>
    public static HarnessReading operator +(HarnessReading one, HarnessReading other) =>
        new(one.Requests + other.Requests, one.Seconds + other.Seconds, one.ProcessorSeconds + other.ProcessorSeconds);
}
