using System.Numerics;

namespace AzurePerf.Imagery.Kernels;

/// <summary>Which pixels of a granule have a value; asked only of those that lie on the tile.</summary>
internal interface IMeasuredPixels
{
    /// <summary>Whether a pixel has one.</summary>
    bool Has(int pixel);
}

/// <summary>As somebody else found out.</summary>
internal readonly struct ToldPixels(bool[] measured) : IMeasuredPixels
{
    public bool Has(int pixel) => measured[pixel];
}

/// <summary>As the values themselves say.</summary>
internal readonly struct ValuedPixels<T>(T[] values, T fill) : IMeasuredPixels
    where T : unmanaged, INumber<T>
{
    public bool Has(int pixel) => values[pixel] != fill && !T.IsNaN(values[pixel]);
}
