using AzurePerf.Imagery.Grids;

namespace AzurePerf.ImageryTests;

/// <summary>Rasters to test with.</summary>
internal static class Field
{
    public const short Fill = -28672;

    /// <summary>Waves of 0 to 10,000 counts, of which blotches are fill.</summary>
    public static Raster<short> Waves(Grid grid, bool blotches = true)
    {
        var values = new short[grid.Cells];
        for (var cell = 0; cell < values.Length; cell++)
        {
            var (column, row) = (cell % grid.Columns, cell / grid.Columns);
            var blotch = blotches && Math.Sin(column * 0.05) * Math.Sin(row * 0.07) > 0.7;
            values[cell] = blotch ? Fill : (short)(5000 + 4900 * Math.Sin(column * 0.13) * Math.Cos(row * 0.11));
        }

        return new Raster<short>(grid, values, Fill);
    }
}
