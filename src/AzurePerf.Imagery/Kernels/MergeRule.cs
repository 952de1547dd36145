namespace AzurePerf.Imagery.Kernels;

/// <summary>Which of several granules that cover one cell it gets its value from.</summary>
public enum MergeRule
{
    /// <summary>The one whose pixel's centre lies nearest; of equal ones the first given.</summary>
    Nearest,

    /// <summary>The first given that has a value there, so that a cell does not mix passes; within it the nearest pixel.</summary>
    First,
}
