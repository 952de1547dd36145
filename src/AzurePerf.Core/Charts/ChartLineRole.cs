namespace AzurePerf.Core.Charts;

/// <summary>What a line across a chart stands for.</summary>
public enum ChartLineRole
{
    /// <summary>What the service is said to take at most.</summary>
    Limit,

    /// <summary>A figure that somebody published for no particular place on the x axis.</summary>
    Published,

    /// <summary>Where a series changed for good.</summary>
    Change,
}
