using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>What measuring one point gave.</summary>
/// <param name="Summary">For the row.</param>
/// <param name="Details">For the blob.</param>
internal sealed record Measurement(PointSummary Summary, MeasurementDetails Details);
