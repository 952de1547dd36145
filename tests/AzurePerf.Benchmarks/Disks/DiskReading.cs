namespace AzurePerf.Benchmarks.Disks;

/// <summary>What one slice of a test gave.</summary>
/// <param name="BytesPerSecond">All threads together.</param>
/// <param name="MedianNanoseconds">Median latency of an operation.</param>
internal readonly record struct DiskReading(double BytesPerSecond, double MedianNanoseconds);
