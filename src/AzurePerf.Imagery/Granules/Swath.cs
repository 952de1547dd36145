using System.Numerics;

namespace AzurePerf.Imagery.Granules;

/// <summary>What an instrument measured along a part of its orbit: one value a pixel.</summary>
public sealed class Swath<T>
    where T : unmanaged, INumber<T>
{
    /// <param name="geometry">Where the pixels lie.</param>
    /// <param name="values">One a pixel, line after line; they are kept, not copied.</param>
    /// <param name="fill">The value of a pixel nothing was measured at; NaN is one as well.</param>
    /// <exception cref="UnreadableFileException">The number of values is not the number of pixels.</exception>
    public Swath(SwathGeometry geometry, T[] values, T fill)
    {
        if (values.Length != geometry.Latitude.Length)
            throw new UnreadableFileException($"A swath of {geometry.Latitude.Length} pixels has {values.Length} values.");
        (Geometry, Values, Fill) = (geometry, values, fill);
    }

    /// <summary>Where the pixels lie.</summary>
    public SwathGeometry Geometry { get; }

    /// <summary>One a pixel, line after line.</summary>
    public T[] Values { get; }

    /// <summary>The value of a pixel nothing was measured at.</summary>
    public T Fill { get; }

    /// <summary>Which pixels have a value.</summary>
    public bool[] Measured()
    {
        var (values, fill) = (Values, Fill);
        var measured = new bool[values.Length];
        for (var pixel = 0; pixel < values.Length; pixel++)
            measured[pixel] = values[pixel] != fill && !T.IsNaN(values[pixel]);
        return measured;
    }
}
