namespace AzurePerf.Core.Measurements;

/// <summary>What several workers measured together, as one point.</summary>
/// <param name="Result">For the row.</param>
/// <param name="Details">For the blob.</param>
/// <param name="LatencyLog">For the blob beside it; null unless every member has one, because a part of them would pass for all.</param>
public sealed record GangMeasurement(PointResult Result, MeasurementDetails Details, string? LatencyLog);
