using System.Numerics;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Kernels;

/// <summary>Which pixel of which granule each cell of a tile gets its values from. Several data sets of the same pixels are taken by one
/// selection.</summary>
public sealed class SwathSelection
{
    private readonly int[] _pixels;
    private readonly int[] _starts;

    internal SwathSelection(Grid grid, int[] pixels, int[] starts) => (Grid, _pixels, _starts) = (grid, pixels, starts);

    /// <summary>The cells.</summary>
    public Grid Grid { get; }

    /// <summary>The granule, by its place in the list that was given, and the pixel of a cell, or null where none covers it.</summary>
    public (int Granule, int Pixel)? Of(int cell)
    {
        var pixel = _pixels[cell];
        if (pixel < 0)
            return null;
        var granule = Array.BinarySearch(_starts, pixel);
        granule = granule >= 0 ? granule : ~granule - 1;
        return (granule, pixel - _starts[granule]);
    }

    /// <summary>The values of the selected pixels; fill where there is none.</summary>
    /// <param name="bands">The values of each granule, in the order of the selection.</param>
    /// <param name="fill">The value of a cell that no pixel covers.</param>
    public Raster<T> Take<T>(IReadOnlyList<T[]> bands, T fill)
        where T : unmanaged, INumber<T>
    {
        var values = new T[Grid.Cells];
        for (var cell = 0; cell < values.Length; cell++)
        {
            var pixel = _pixels[cell];
            if (pixel < 0)
            {
                values[cell] = fill;
                continue;
            }

            var granule = bands.Count - 1;
            while (_starts[granule] > pixel)
                granule--;
            values[cell] = bands[granule][pixel - _starts[granule]];
        }

        return new Raster<T>(Grid, values, fill);
    }
}
