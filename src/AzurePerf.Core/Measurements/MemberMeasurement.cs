namespace AzurePerf.Core.Measurements;

/// <summary>What one member of a gang measured.</summary>
/// <param name="Details">From its blob.</param>
/// <param name="Flags">From its row.</param>
public sealed record MemberMeasurement(MeasurementDetails Details, IReadOnlyList<PointFlag> Flags);
