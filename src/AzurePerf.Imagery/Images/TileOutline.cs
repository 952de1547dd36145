using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Images;

/// <summary>The edge of a tile on the Earth. Meridians slant on the sinusoidal plane, so that its sides are curves in degrees.</summary>
public static class TileOutline
{
    private const double Height = 10;

    /// <summary>A tip that is this near to the edge of its tile, in degrees, is the edge but for rounding.</summary>
    private const double Rounding = 1e-9;

    /// <summary>Corners of a polygon around the tile, counter-clockwise from the upper left, in degrees; the first is not repeated. None
    /// where no part of the tile lies on the Earth.</summary>
    /// <param name="tile">The tile.</param>
    /// <param name="steps">Corners of a side, without the last, from 1: 10 for one every degree of latitude.</param>
    public static IReadOnlyList<(double Longitude, double Latitude)> Of(SinusoidalTile tile, int steps)
    {
        var grid = tile.Grid(1);
        var (west, east) = (new List<(double, double)>(), new List<(double, double)>());
        for (var step = 0; step <= steps; step++)
        {
            // Whole numbers by definition: a tile is ten degrees high.
            var latitude = 90.0 - 10 * tile.V - Height * step / steps;
            var degree = Projection.Sinusoidal.XPerDegree(latitude);
            var (left, right) = (Clamped(grid.Left, degree), Clamped(grid.Right, degree));
            if (left >= right)
                continue;
            west.Add((left, latitude));
            east.Add((right, latitude));
        }

        if (west.Count > 0 && Tip(tile, grid) is { } tip)
            west.Insert(tile.V < SinusoidalTile.Down / 2 ? 0 : west.Count, tip);
        if (west.Count < 2)
            return [];
        east.Reverse();
        // Down the western side and up the eastern one.
        return [.. west, .. east];
    }

    /// <summary>Where a tile at the edge of the world ends in a tip between the pole and the equator: its side that lies nearer to the
    /// middle meets the date line there. Null where it ends at an edge of its own.</summary>
    private static (double Longitude, double Latitude)? Tip(SinusoidalTile tile, Grid grid)
    {
        var inner = tile.H < SinusoidalTile.Across / 2 ? grid.Right : grid.Left;
        var latitude = Math.Acos(Math.Min(1, Math.Abs(inner) / (180 * Projection.Sinusoidal.XPerDegree(0)))) * 180 / Math.PI;
        var (low, high) = tile.V < SinusoidalTile.Down / 2 ? (80 - 10 * tile.V, 90 - 10 * tile.V) : (10 * tile.V - 90, 10 * tile.V - 80);
        return latitude > low + Rounding && latitude < high - Rounding
            ? (tile.H < SinusoidalTile.Across / 2 ? -180 : 180, tile.V < SinusoidalTile.Down / 2 ? latitude : -latitude)
            : null;
    }

    private static double Clamped(double x, double degree) => degree < 1e-6 ? Math.Clamp(x, -180, 180) : Math.Clamp(x / degree, -180, 180);
}
