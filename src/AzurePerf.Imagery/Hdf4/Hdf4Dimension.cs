namespace AzurePerf.Imagery.Hdf4;

/// <summary>One axis of a data set.</summary>
/// <param name="Name">Such as "YDim:MOD_Grid"; data sets share an axis by its name.</param>
/// <param name="Length">Elements along it; of an axis without an end, those written.</param>
public sealed record Hdf4Dimension(string Name, int Length);
