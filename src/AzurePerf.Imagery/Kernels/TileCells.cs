using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Kernels;

/// <summary>The cells of a tile, each with the nearest pixel so far that covers it.</summary>
internal sealed class TileCells
{
    private readonly int _columns;
    private readonly int _rows;
    private readonly float[] _distances;

    // The columns of each row that lie within 180 degrees of longitude.
    private readonly (int First, int End)[] _world;

    public TileCells(Grid tile)
    {
        (Tile, _columns, _rows) = (tile, tile.Columns, tile.Rows);
        Pixels = new int[tile.Cells];
        _distances = new float[tile.Cells];
        Array.Fill(Pixels, -1);
        Array.Fill(_distances, float.MaxValue);
        _world = new (int, int)[_rows];
        for (var row = 0; row < _rows; row++)
            _world[row] = tile.OnEarth(row);
    }

    /// <summary>The cells.</summary>
    public Grid Tile { get; }

    /// <summary>The pixel of each cell, or -1.</summary>
    public int[] Pixels { get; }

    /// <summary>Offers a pixel to the cells whose centres its footprint covers; one as near as the cell's own does not replace
    /// it.</summary>
    public void Cover(in Footprint footprint, int pixel)
    {
        var area = footprint.AcrossEast * footprint.AlongNorth - footprint.AcrossNorth * footprint.AlongEast;
        if (area == 0 || !double.IsFinite(area + footprint.Column + footprint.Row + footprint.Shear))
            return;
        var up = 0.5 * (Math.Abs(footprint.AcrossNorth) + Math.Abs(footprint.AlongNorth));
        var aside = 0.5 * (Math.Abs(footprint.AcrossEast) + Math.Abs(footprint.AlongEast));
        var first = (int)Math.Ceiling(Math.Max(footprint.Row - up - 0.5, 0));
        var last = (int)Math.Floor(Math.Min(footprint.Row + up - 0.5, _rows - 1));
        // Parts of the sides that a step of a cell east or north leads along.
        var share = 1 / area;
        var (acrossEast, acrossNorth) = (footprint.AlongNorth * share, footprint.AlongEast * share);
        var (alongEast, alongNorth) = (footprint.AcrossNorth * share, footprint.AcrossEast * share);
        for (var row = first; row <= last; row++)
        {
            var north = footprint.Row - (row + 0.5);
            // Where the pixel's own meridian crosses this row.
            var zero = footprint.Column + footprint.Shear * north;
            var (begin, end) = _world[row];
            var left = (int)Math.Ceiling(Math.Max(zero - aside - 0.5, begin));
            var right = (int)Math.Floor(Math.Min(zero + aside - 0.5, end - 1));
            for (var column = left; column <= right; column++)
            {
                var east = column + 0.5 - zero;
                var across = Math.Abs(east * acrossEast - north * acrossNorth);
                var along = Math.Abs(north * alongNorth - east * alongEast);
                var distance = (float)(east * east + north * north);
                ref var nearest = ref _distances[row * _columns + column];
                // Without short cuts, for which of the cells are covered no processor can foretell.
                if ((across <= 0.5) & (along <= 0.5) & (distance < nearest))
                {
                    nearest = distance;
                    Pixels[row * _columns + column] = pixel;
                }
            }
        }
    }

    /// <summary>No later pixel replaces one that a cell has by now.</summary>
    public void Keep()
    {
        for (var cell = 0; cell < Pixels.Length; cell++)
            if (_distances[cell] < float.MaxValue)
                _distances[cell] = -1;
    }
}
