namespace AzurePerf.Imagery.Kernels;

/// <summary>What several days of one cell become.</summary>
public enum Aggregate
{
    /// <summary>The arithmetic mean; of integers rounded, halves up.</summary>
    Mean,

    /// <summary>The largest value.</summary>
    Max,

    /// <summary>The smallest value.</summary>
    Min,

    /// <summary>The middle value, of an even number the mean of the middle two; of integers rounded, halves up.</summary>
    Median,

    /// <summary>How many days have a value; 0 where none has.</summary>
    Count,
}
