using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>What measuring one point gave.</summary>
/// <param name="Details">For the blob.</param>
/// <param name="LatencyLog">For the blob beside it, see <see cref="Core.Measurements.Logs.LatencyLog"/>; null where the point has no
/// operations.</param>
/// <param name="OpenedNanoseconds">When the measurement began, on the clock of the execution.</param>
/// <param name="OpenedAt">The same on the wall clock.</param>
internal sealed record Measurement(PointObservation Details, string? LatencyLog, long OpenedNanoseconds, DateTimeOffset OpenedAt)
{
    /// <summary>For the row: computed anew each time.</summary>
    public PointResult Result => PointSummariser.Summarise(Details);

    /// <summary>What its operations did.</summary>
    /// <exception cref="InvalidOperationException">It has none.</exception>
    public OperationSummary Summary => Result.Operations ?? throw new InvalidOperationException("the probe performs no operations");
}
