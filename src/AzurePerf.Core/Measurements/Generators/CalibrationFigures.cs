namespace AzurePerf.Core.Measurements.Generators;

/// <summary>What a worker can do at most, measured by itself without a service.</summary>
/// <param name="OperationsPerSecond">Operations that do nothing, driven by the same loop as those of a probe.</param>
/// <param name="NanosecondsPerVerifiedByte">Time to take the checksum of content.</param>
/// <param name="LoopbackBytesPerSecond">
/// Bytes from sockets of the process to others of it, over as many connections at once as it has processors, which no network makes faster; null where that could not be
/// measured.
/// </param>
public sealed record CalibrationFigures(double OperationsPerSecond, double NanosecondsPerVerifiedByte, double? LoopbackBytesPerSecond);
