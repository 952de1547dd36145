namespace AzurePerf.Core.Runs;

/// <summary>How a published point ended.</summary>
public enum PointStatus
{
    /// <summary>Measured to its planned end.</summary>
    Measured,

    /// <summary>Failed for good; what was measured of it, if anything, is kept and flagged.</summary>
    Failed,

    /// <summary>A periodic point whose time passed before any worker took it: a gap in the series.</summary>
    Missed,

    /// <summary>Not measured, because what it was to make was there already.</summary>
    Reused,
}
