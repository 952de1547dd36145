using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Tasks;

/// <summary>What a worker stores in a point's task row: whole when Measured, partial when Censored.</summary>
public sealed record MeasureResult
{
    /// <summary>What was measured; null when the execution ended before it measured anything.</summary>
    public PointResult? Result { get; init; }

    /// <summary>Blob with histograms, samples and per-client numbers; empty when there is none.</summary>
    public string DetailsBlob { get; init; } = "";

    /// <summary><see cref="FileHash"/> of that blob; empty in results of older builds.</summary>
    public string DetailsHash { get; init; } = "";

    /// <summary>The machine that measured.</summary>
    public required string HostId { get; init; }

    /// <summary>The build that measured.</summary>
    public string Build { get; init; } = "";

    /// <summary>Names and versions of the client libraries that made the requests; empty in results of older builds.</summary>
    public string Sdk { get; init; } = "";

    /// <summary>The kind of machine that measured, as its worker names it; empty likewise.</summary>
    public string Sku { get; init; } = "";

    /// <summary>True when the worker only answered the one that measured, so that no result is missing.</summary>
    public bool Answered { get; init; }

    /// <summary>True when the target is an emulator.</summary>
    public required bool Emulator { get; init; }
}
