namespace AzurePerf.Core.Measurements.Generators;

/// <summary>What a worker can do at most, measured by itself without a service.</summary>
/// <param name="OperationsPerSecond">Operations that do nothing, driven by the same loop as those of a probe.</param>
/// <param name="NanosecondsPerVerifiedByte">Time to take the checksum of content.</param>
/// <param name="LoopbackBytesPerSecond">
/// Bytes from sockets of the process to others of it, over as many connections at once as it has processors, which no network makes faster;
/// null where that could not be measured.
/// </param>
public sealed record CalibrationResult(double OperationsPerSecond, double NanosecondsPerVerifiedByte, double? LoopbackBytesPerSecond)
{
    /// <summary>Figures below this share of what was then done are refuted: something held the worker up while it took them.</summary>
    private const double LeastShare = 0.9;

    /// <summary>The rate of operations that can be believed beside what a point did; null where that refutes it.</summary>
    /// <param name="done">Operations per second.</param>
    public double? OperationsBeside(double done) => OperationsPerSecond >= LeastShare * done ? OperationsPerSecond : null;

    /// <summary>The rate of transfer that can be believed beside what a point moved; null where that refutes it, or where it is not
    /// known.</summary>
    /// <param name="moved">Bytes per second; null where that is not known.</param>
    public double? TransferBeside(double? moved) =>
        LoopbackBytesPerSecond is { } most && most < LeastShare * moved ? null : LoopbackBytesPerSecond;

    /// <summary>True when a point did what the worker could not do by these figures.</summary>
    public bool AreRefutedBy(double operationsPerSecond, double bytesPerSecond) =>
        OperationsBeside(operationsPerSecond) is null || (LoopbackBytesPerSecond is not null && TransferBeside(bytesPerSecond) is null);
}
