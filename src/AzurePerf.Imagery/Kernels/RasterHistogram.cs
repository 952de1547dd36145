using System.Numerics;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Kernels;

/// <summary>How often values of a raster lie in each of a number of classes of equal width.</summary>
/// <param name="Low">Where the first class begins.</param>
/// <param name="High">Where the last one ends; this value itself belongs to it.</param>
/// <param name="Counts">Cells of each class.</param>
/// <param name="Below">Cells below the first class.</param>
/// <param name="Above">Cells above the last.</param>
/// <param name="Fill">Cells without a value.</param>
public sealed record RasterHistogram(double Low, double High, IReadOnlyList<long> Counts, long Below, long Above, long Fill)
{
    /// <summary>The share of cells that have a value, 0 to 1.</summary>
    public double Coverage => 1 - (double)Fill / (Counts.Sum() + Below + Above + Fill);

    /// <summary>Counts a raster's values.</summary>
    /// <param name="raster">The values.</param>
    /// <param name="low">Where the first class begins.</param>
    /// <param name="high">Where the last one ends, above <paramref name="low"/>.</param>
    /// <param name="classes">1 or more.</param>
    public static RasterHistogram Of<T>(Raster<T> raster, double low, double high, int classes)
        where T : unmanaged, INumber<T>
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(classes, 1);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(high, low);
        var counts = new long[classes];
        var (below, above, fill) = (0L, 0L, 0L);
        foreach (var value in raster.Values)
        {
            var number = double.CreateTruncating(value);
            if (raster.IsFill(value))
                fill++;
            else if (number < low)
                below++;
            else if (number > high)
                above++;
            else
                counts[Math.Min(classes - 1, (int)((number - low) / (high - low) * classes))]++;
        }

        return new RasterHistogram(low, high, counts, below, above, fill);
    }
}
