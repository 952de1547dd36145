namespace AzurePerf.Core.Charts;

/// <summary>What the points of a series are.</summary>
public enum SeriesRole
{
    /// <summary>A figure of ours over all repetitions.</summary>
    Measured,

    /// <summary>Single repetitions: dots beside the figure of the same name.</summary>
    Repetition,

    /// <summary>Figures that somebody published.</summary>
    Published,
}
