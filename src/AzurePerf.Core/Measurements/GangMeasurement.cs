namespace AzurePerf.Core.Measurements;

/// <summary>What several workers measured together, as one point.</summary>
/// <param name="Summary">For the row.</param>
/// <param name="Details">For the blob.</param>
public sealed record GangMeasurement(PointSummary Summary, MeasurementDetails Details);
