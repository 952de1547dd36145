using System.Numerics;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.GeoTiff;

/// <summary>A smaller picture of a raster.</summary>
internal static class Overview
{
    /// <summary>Half the columns and rows, rounded up: of four cells the first that has a value, so that a classification stays
    /// one.</summary>
    public static Raster<T> Halve<T>(Raster<T> raster)
        where T : unmanaged, INumber<T>
    {
        var grid = raster.Grid;
        var half = grid with
        {
            Columns = (grid.Columns + 1) / 2,
            Rows = (grid.Rows + 1) / 2,
            CellWidth = grid.CellWidth * 2,
            CellHeight = grid.CellHeight * 2,
        };
        var values = new T[half.Cells];
        for (var row = 0; row < half.Rows; row++)
        {
            var upper = raster.Values.AsSpan(row * 2 * grid.Columns, grid.Columns);
            var lower = raster.Values.AsSpan(Math.Min(row * 2 + 1, grid.Rows - 1) * grid.Columns, grid.Columns);
            var target = values.AsSpan(row * half.Columns, half.Columns);
            for (var column = 0; column < target.Length; column++)
            {
                var (left, right) = (column * 2, Math.Min(column * 2 + 1, grid.Columns - 1));
                var value = upper[left];
                if (raster.IsFill(value))
                    value = upper[right];
                if (raster.IsFill(value))
                    value = lower[left];
                target[column] = raster.IsFill(value) ? lower[right] : value;
            }
        }

        return new Raster<T>(half, values, raster.Fill);
    }
}
