namespace AzurePerf.Core.Measurements;

/// <summary>What one member of a gang measured.</summary>
/// <param name="Details">From its blob.</param>
/// <param name="Flags">From its row.</param>
/// <param name="LatencyLog">From the blob beside its details; null when there is none.</param>
public sealed record MemberMeasurement(MeasurementDetails Details, IReadOnlyList<PointFlag> Flags, string? LatencyLog = null);
