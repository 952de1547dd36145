using System.Numerics;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Imagery.Images;

/// <summary>Which stored numbers mean nothing, all of which become one.</summary>
/// <param name="dataSet">Says which are fill and which are valid.</param>
/// <param name="own">The fill value that the granule itself names, which counts if it is of the number type; null without.</param>
internal sealed class StoredFill<T>(DataSet dataSet, Hdf4Attribute? own)
    where T : unmanaged, INumber<T>
{
    // Of the number type itself: a fraction is another number as float32 than as the data file writes it.
    private readonly T _first = T.CreateSaturating(dataSet.Fill.First);
    private readonly T _last = T.CreateSaturating(dataSet.Fill.Last);
    private readonly T _low = T.CreateSaturating(dataSet.ValidRange.First);
    private readonly T _high = T.CreateSaturating(dataSet.ValidRange.Last);

    /// <summary>What they become.</summary>
    public T Value => _first;

    /// <summary>Makes them so, and what is outside the valid range or not a number.</summary>
    public void Apply(Span<T> values)
    {
        var named = own is { Count: 1 } && own.Type.Plain() == NumberTypes.Of<T>() ? T.CreateSaturating(own.Number(0)) : _first;
        for (var cell = 0; cell < values.Length; cell++)
        {
            var value = values[cell];
            var none = !(value >= _low && value <= _high) | (value >= _first && value <= _last) | value == named;
            if (none)
                values[cell] = _first;
        }
    }
}
