namespace AzurePerf.Core.Measurements;

/// <summary>How precisely the median latency of a point is known that was asked to measure until it is.</summary>
/// <param name="TargetPercent">How far both ends of the median's 95 % interval may lie from it.</param>
/// <param name="ReachedPercent">How far the farther one does; null when there were too few blocks for an interval.</param>
/// <param name="Blocks">Seconds, or longer intervals after the first hour, that gave a median of their own.</param>
public sealed record PrecisionSummary(double TargetPercent, double? ReachedPercent, int Blocks)
{
    /// <summary>Successful operations that were not enough for the target; null when it was reached.</summary>
    public long? OperationsAtLeast { get; init; }
}
