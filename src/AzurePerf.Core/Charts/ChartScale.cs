namespace AzurePerf.Core.Charts;

/// <summary>What the places on an axis are.</summary>
public enum ChartScale
{
    /// <summary>Equal distances are equal differences; begins at 0.</summary>
    Linear,

    /// <summary>Equal distances are equal ratios.</summary>
    Log,

    /// <summary>Names in a given order; values are their indices, from 0.</summary>
    Category,

    /// <summary>Instants, in milliseconds since 1970, UTC.</summary>
    Time,
}
