using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>What measuring one point gave.</summary>
/// <param name="Summary">For the row.</param>
/// <param name="Details">For the blob.</param>
/// <param name="LatencyLog">For the blob beside it, see <see cref="Core.Measurements.Logs.LatencyLog"/>.</param>
/// <param name="OpenedNanoseconds">When the clients were let go, on the clock of the execution.</param>
/// <param name="OpenedAt">The same on the wall clock.</param>
internal sealed record Measurement(PointSummary Summary, MeasurementDetails Details, string LatencyLog, long OpenedNanoseconds, DateTimeOffset OpenedAt);
