using System.Runtime.Intrinsics;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Kernels;

/// <summary>The cells of a tile, each with the nearest pixel so far that covers it.</summary>
internal sealed class TileCells
{
    // So that a vector of four can begin right after the last cell.
    private const int Margin = 4;

    private readonly int _columns;
    private readonly int _rows;
    private readonly float[] _distances;

    // The columns of each row that lie within 180 degrees of longitude.
    private readonly (int First, int End)[] _world;

    public TileCells(Grid tile)
    {
        (Tile, _columns, _rows) = (tile, tile.Columns, tile.Rows);
        Pixels = GC.AllocateUninitializedArray<int>(tile.Cells + Margin);
        _distances = GC.AllocateUninitializedArray<float>(tile.Cells + Margin);
        Array.Fill(Pixels, -1);
        Array.Fill(_distances, float.MaxValue);
        _world = new (int, int)[_rows];
        for (var row = 0; row < _rows; row++)
            _world[row] = tile.OnEarth(row);
    }

    /// <summary>The cells.</summary>
    public Grid Tile { get; }

    /// <summary>The pixel of each cell, or -1; a few beyond the last cell mean nothing.</summary>
    public int[] Pixels { get; }

    /// <summary>Offers a pixel to the cells whose centres its footprint covers; one as near as the cell's own does not replace
    /// it.</summary>
    public void Cover(in Footprint footprint, int pixel)
    {
        var last = Whole(footprint.Last);
        for (var row = Whole(footprint.First); row <= last; row++)
        {
            var north = footprint.Row - (row + 0.5);
            // Where the pixel's own meridian crosses this row.
            var zero = footprint.Column + footprint.Shear * north;
            var (begin, end) = _world[row];
            var left = Math.Min(Math.Max(Whole(Math.Ceiling(zero - footprint.Aside - 0.5)), begin), end);
            var right = Math.Min(Whole(Math.Floor(zero + footprint.Aside - 0.5)), end - 1);
            // Four cells are asked even where there is none: whether there is one no processor can foretell, and few have more.
            Cover(footprint, pixel, row, left, right, north, zero);
            for (var column = left + Vector256<double>.Count; column <= right; column += Vector256<double>.Count)
                Cover(footprint, pixel, row, column, right, north, zero);
        }
    }

    // Four cells of a row without short cuts, for which of them are covered no processor can foretell; those right of the last keep theirs.
    private void Cover(in Footprint footprint, int pixel, int row, int column, int right, double north, double zero)
    {
        var columns = Vector256.Create((double)column) + Vector256.Create(0.0, 1, 2, 3);
        var half = Vector256.Create(0.5);
        var east = columns + half - Vector256.Create(zero);
        var across = Vector256.Abs(east * footprint.AcrossEast - Vector256.Create(north * footprint.AcrossNorth));
        var along = Vector256.Abs(Vector256.Create(north * footprint.AlongNorth) - east * footprint.AlongEast);
        var distance = Vector256.Narrow(east * east + Vector256.Create(north * north), Vector256<double>.Zero).GetLower();
        var covered = Vector256.LessThanOrEqual(across, half) & Vector256.LessThanOrEqual(along, half)
            & Vector256.LessThanOrEqual(columns, Vector256.Create((double)right));
        var at = row * _columns + column;
        var nearest = Vector128.Create(_distances, at);
        var takes = Vector256.Narrow(covered.AsInt64(), Vector256<long>.Zero).GetLower() & Vector128.LessThan(distance, nearest).AsInt32();
        Vector128.ConditionalSelect(takes.AsSingle(), distance, nearest).CopyTo(_distances, at);
        Vector128.ConditionalSelect(takes, Vector128.Create(pixel), Vector128.Create(Pixels, at)).CopyTo(Pixels, at);
    }

    // Places lie within a few times the width of the world, far within the range in which every processor converts alike.
    private static int Whole(double place) => double.ConvertToIntegerNative<int>(place);

    /// <summary>No later pixel replaces one that a cell has by now.</summary>
    public void Keep()
    {
        for (var cell = 0; cell < Pixels.Length; cell++)
            if (_distances[cell] < float.MaxValue)
                _distances[cell] = -1;
    }
}
