namespace AzurePerf.Imagery.Hdf4;

/// <summary>A field of a grid or a swath: the data set of that name.</summary>
/// <param name="Name">Such as "LST".</param>
/// <param name="Type">Of one element.</param>
/// <param name="Dimensions">Names of its axes, the one that varies slowest first, without that of the grid or swath.</param>
public sealed record HdfEosField(string Name, Hdf4NumberType Type, IReadOnlyList<string> Dimensions);
