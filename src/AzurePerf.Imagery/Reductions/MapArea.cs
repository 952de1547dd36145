using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Reductions;

/// <summary>What a map shows, in degrees. Across the date line longitudes go on beyond 180, so that a map is one picture.</summary>
/// <param name="West">-180 to 180.</param>
/// <param name="South">-90 to 90.</param>
/// <param name="East">Above <paramref name="West"/>, by at most 360.</param>
/// <param name="North">Above <paramref name="South"/>, at most 90.</param>
public sealed record MapArea(double West, double South, double East, double North)
{
    /// <summary>Cells along the longer side of a map, at most.</summary>
    public const int LongestSide = 2048;

    /// <summary>Web maps show latitudes below this, in degrees, north and south.</summary>
    public const double WebMercatorEdge = 85.05;

    /// <summary>
    /// The smallest area that shows all of some tiles, across the date line where that is shorter than around the other side of the Earth.
    /// </summary>
    /// <param name="tiles">One or more.</param>
    /// <exception cref="ArgumentException">None has a part of the Earth.</exception>
    public static MapArea Of(IEnumerable<SinusoidalTile> tiles)
    {
        var bounds = tiles.Select(BoundsOf).OfType<MapArea>().OrderBy(area => area.West).ToArray();
        if (bounds.Length == 0)
            throw new ArgumentException("No tile has a part of the Earth.", nameof(tiles));

        // The widest gap between them, of which the last one is across the date line, is what a map leaves out.
        var (gap, west, east) = (bounds[0].West + 360 - bounds.Max(area => area.East), bounds[0].West, bounds.Max(area => area.East));
        var reached = bounds[0].East;
        foreach (var area in bounds.Skip(1))
        {
            if (area.West - reached > gap)
                (gap, west, east) = (area.West - reached, area.West, reached + 360);
            reached = Math.Max(reached, area.East);
        }

        return new MapArea(west, bounds.Min(area => area.South), east, bounds.Max(area => area.North));
    }

    /// <summary>
    /// The cells of a map of the area. They are square on its plane, and as large as it takes for the longer side to have at most
    /// <see cref="LongestSide"/>, but nowhere finer than those of the tiles. A web map ends at 85.05 degrees north and south.
    /// </summary>
    /// <param name="projection"><see cref="Projection.Geographic"/> or <see cref="Projection.WebMercator"/>.</param>
    /// <param name="tileCell">Side of a cell of the tiles in metres.</param>
    /// <exception cref="ArgumentException">The area is none, or a web map shows nothing of it.</exception>
    public Grid Map(Projection projection, double tileCell)
    {
        if (!(West >= -180 && West <= 180 && East > West && East <= West + 360 && South >= -90 && North > South && North <= 90))
            throw new ArgumentException("A map goes from -90 to 90 degrees and at most once around the Earth.");
        if (projection != Projection.WebMercator)
        {
            var degrees = tileCell / (ProjectionFormulas.SphereRadius * Math.PI / 180);
            return Grid.Geographic(West, South, East, North, Math.Max(degrees, Math.Max(East - West, North - South) / LongestSide));
        }

        var (south, north) = (Math.Max(South, -WebMercatorEdge), Math.Min(North, WebMercatorEdge));
        if (south >= north)
            throw new ArgumentException("A web map shows nothing beyond 85.05 degrees: ask for a geographic one.");
        // On the ground cells are the largest where the area is nearest to the equator.
        var nearest = south > 0 ? south : north < 0 ? north : 0;
        var metres = tileCell / ProjectionFormulas.SphereRadius * Projection.WebMercator.XPerDegree(0) * 180 / Math.PI
            / (Projection.Sinusoidal.XPerDegree(nearest) / Projection.Sinusoidal.XPerDegree(0));
        var longest = Math.Max(
            Projection.WebMercator.XPerDegree(0) * (East - West),
            Projection.WebMercator.Y(north) - Projection.WebMercator.Y(south));
        return Grid.WebMercator(West, south, East, north, Math.Max(metres, longest / LongestSide));
    }

    // Sides are the farthest out where the tile is nearest to a pole or to the equator. Where it has left the Earth at the pole's side, it
    // reaches the date line before.
    private static MapArea? BoundsOf(SinusoidalTile tile)
    {
        var (left, right) = ((tile.H - 18) * 10.0, (tile.H - 17) * 10.0);
        var (north, south) = (90.0 - 10 * tile.V, 80.0 - 10 * tile.V);
        var (west, east, isOnEarth) = (double.MaxValue, double.MinValue, false);
        foreach (var latitude in new[] { north, south })
        {
            var cosine = Math.Max(1e-9, Projection.Sinusoidal.XPerDegree(latitude) / Projection.Sinusoidal.XPerDegree(0));
            var (from, to) = (Math.Clamp(left / cosine, -180, 180), Math.Clamp(right / cosine, -180, 180));
            (west, east, isOnEarth) = (Math.Min(west, from), Math.Max(east, to), isOnEarth || from < to);
        }

        return isOnEarth ? new MapArea(west, south, east, north) : null;
    }
}
