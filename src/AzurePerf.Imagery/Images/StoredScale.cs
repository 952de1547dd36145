using System.Numerics;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Imagery.Images;

/// <summary>Makes stored numbers of one scale those of another: granules of calibrated radiances have scales of their own.</summary>
internal static class StoredScale
{
    /// <summary>Replaces each value by the number that means the same, rounded, halves up; beyond the valid range it is the nearest
    /// end.</summary>
    /// <param name="values">Stored numbers; nothing is done where both scales are equal.</param>
    /// <param name="fill">The one that stays.</param>
    /// <param name="from">What they mean.</param>
    /// <param name="to">What they are to mean.</param>
    /// <param name="valid">Of the stored numbers.</param>
    public static void Convert<T>(Span<T> values, T fill, ProductTags from, ProductTags to, ValueRange valid)
        where T : unmanaged, INumber<T>
    {
        if (from.Scale == to.Scale && from.Offset == to.Offset)
            return;
        var whole = T.One / (T.One + T.One) == T.Zero;
        for (var cell = 0; cell < values.Length; cell++)
        {
            if (values[cell] == fill || T.IsNaN(values[cell]))
                continue;
            var number = (double.CreateTruncating(values[cell]) * from.Scale + from.Offset - to.Offset) / to.Scale;
            values[cell] = T.CreateSaturating(Math.Clamp(whole ? Math.Floor(number + 0.5) : number, valid.First, valid.Last));
        }
    }
}
