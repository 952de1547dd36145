namespace AzurePerf.Core.Runs;

/// <summary>How a published point ended.</summary>
public enum PointStatus
{
    /// <summary>Measured to its planned end.</summary>
    Measured,

    /// <summary>Failed for good; what was measured of it, if anything, is kept and flagged.</summary>
    Failed,
}
