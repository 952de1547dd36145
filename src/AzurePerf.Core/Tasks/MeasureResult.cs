using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Tasks;

/// <summary>What a worker stores in a point's task row: whole when Measured, partial when Censored.</summary>
public sealed record MeasureResult
{
    /// <summary>The figures; null when the execution ended before it measured anything.</summary>
    public PointSummary? Summary { get; init; }

    /// <summary>Blob with histograms, samples and per-client figures; empty when there is none.</summary>
    public string DetailsBlob { get; init; } = "";

    /// <summary>The machine that measured.</summary>
    public required string HostId { get; init; }

    /// <summary>The build that measured.</summary>
    public string Build { get; init; } = "";

    /// <summary>True when the target is an emulator.</summary>
    public required bool Emulator { get; init; }
}
