using System.Numerics;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.ImageryTests.Kernels;

/// <summary>Neighbouring tiles put together to one raster.</summary>
internal static class Mosaic
{
    /// <summary>The smallest raster that holds all tiles; what none covers is fill.</summary>
    /// <param name="tiles">One or more of one plane, one cell size and one fill value, whose cells lie on one lattice. Of two that overlap
    /// the later wins.</param>
    /// <exception cref="ArgumentException">They do not fit together.</exception>
    public static Raster<T> Of<T>(IReadOnlyList<Raster<T>> tiles)
        where T : unmanaged, INumber<T>
    {
        if (tiles.Count == 1)
            return tiles[0];
        var first = tiles[0].Grid;
        var left = tiles.Min(tile => tile.Grid.Left);
        var top = tiles.Max(tile => tile.Grid.Top);
        var grid = first with { Left = left, Top = top };
        grid = grid with
        {
            Columns = tiles.Max(tile => Offset(tile).Column + tile.Grid.Columns),
            Rows = tiles.Max(tile => Offset(tile).Row + tile.Grid.Rows),
        };
        var whole = grid.Filled(tiles[0].Fill);
        foreach (var tile in tiles)
        {
            var (column, row) = Offset(tile);
            for (var line = 0; line < tile.Grid.Rows; line++)
                tile.Values.AsSpan(line * tile.Grid.Columns, tile.Grid.Columns)
                    .CopyTo(whole.Values.AsSpan((row + line) * grid.Columns + column));
        }

        return whole;

        (int Column, int Row) Offset(Raster<T> tile)
        {
            var across = (tile.Grid.Left - left) / first.CellWidth;
            var down = (top - tile.Grid.Top) / first.CellHeight;
            if (tile.Grid.Projection != first.Projection || tile.Grid.CellWidth != first.CellWidth
                || tile.Grid.CellHeight != first.CellHeight
                || Math.Abs(across - Math.Round(across)) > 0.001 || Math.Abs(down - Math.Round(down)) > 0.001
                || !tile.Fill.Equals(tiles[0].Fill))
            {
                throw new ArgumentException("The tiles do not fit together.", nameof(tiles));
            }

            return ((int)Math.Round(across), (int)Math.Round(down));
        }
    }
}
