namespace AzurePerf.Core.Measurements;

/// <summary>How precisely the median latency of a point is known that was asked to measure until it is.</summary>
/// <param name="TargetPercent">How far both ends of the median's 95 % interval may lie from it.</param>
/// <param name="ReachedPercent">How far the farther one does; null when there were too few blocks for an interval.</param>
/// <param name="Blocks">
/// Blocks of time that gave a median of their own: seconds, or longer intervals after the first hour, and as many of them together as 6
/// successes need.
/// </param>
public sealed record PrecisionSummary(double TargetPercent, double? ReachedPercent, int Blocks)
{
    /// <summary>Successful operations that were not enough for the target; null when it was reached.</summary>
    public long? OperationsAtLeast { get; init; }
}
