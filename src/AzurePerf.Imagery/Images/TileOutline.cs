using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Images;

/// <summary>The edge of a tile on the Earth. Meridians slant on the sinusoidal plane, so that its sides are curves in degrees.</summary>
public static class TileOutline
{
    private const double Height = 10;

    /// <summary>Corners of a polygon around the tile, counter-clockwise from the upper left, in degrees; the first is not repeated. None
    /// where no part of the tile lies on the Earth.</summary>
    /// <param name="tile">The tile.</param>
    /// <param name="steps">Corners of a side, without the last: 10 for one every degree of latitude.</param>
    public static IReadOnlyList<(double Longitude, double Latitude)> Of(SinusoidalTile tile, int steps = 10)
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

        if (west.Count < 2)
            return [];
        east.Reverse();
        // Down the western side and up the eastern one.
        return [.. west, .. east];
    }

    private static double Clamped(double x, double degree) => degree < 1e-6 ? Math.Clamp(x, -180, 180) : Math.Clamp(x / degree, -180, 180);
}
