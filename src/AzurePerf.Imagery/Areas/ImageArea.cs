using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Reductions;
using NetTopologySuite.Geometries;
using NetTopologySuite.Operation.Valid;

namespace AzurePerf.Imagery.Areas;

/// <summary>A part of the Earth that images are asked for.</summary>
/// <param name="Tiles">The sinusoidal tiles that show a part of it, from north to south and west to east.</param>
/// <param name="Bounds">The rectangle that a map of it shows.</param>
public sealed record ImageArea(IReadOnlyList<SinusoidalTile> Tiles, MapArea Bounds)
{
    /// <summary>The area that tiles show together.</summary>
    internal static ImageArea OfTiles(IEnumerable<SinusoidalTile> tiles)
    {
        var ordered = Ordered(tiles);
        return new(ordered, MapArea.Of(ordered));
    }

    /// <summary>A rectangle of degrees; one whose west is above its east lies across the date line.</summary>
    internal static ImageArea OfBox(double west, double south, double east, double north)
    {
        var end = east < west ? east + 360 : east;
        return new(TilesOf(GeometryFactory.Default.ToGeometry(new Envelope(west, end, south, north))), new(west, south, end, north));
    }

    /// <summary>A polygon; each of its sides goes the shorter way round the Earth, so that it may lie across the date line.</summary>
    /// <param name="positions">Three or more, without a last one that closes it.</param>
    /// <param name="area">The area; null where there is a fault.</param>
    /// <returns>What is wrong, as the end of a sentence; null when all is well.</returns>
    internal static string? OfPolygon(IReadOnlyList<(double Longitude, double Latitude)> positions, out ImageArea? area)
    {
        area = null;
        var ring = new List<Coordinate>(positions.Count + 1) { new(positions[0].Longitude, positions[0].Latitude) };
        foreach (var (longitude, latitude) in positions.Skip(1).Append(positions[0]))
        {
            ring.Add(new(ring[^1].X + Math.IEEERemainder(longitude - ring[^1].X, 360), latitude));
        }

        if (Math.Abs(ring[^1].X - ring[0].X) > 180)
        {
            return "has a polygon around a pole, so that either side could be meant: write a box";
        }

        ring[^1] = ring[0].Copy();
        var polygon = GeometryFactory.Default.CreatePolygon([.. ring]);
        if (new IsValidOp(polygon).ValidationError is { } error)
        {
            return error.ErrorType is TopologyValidationErrors.SelfIntersection or TopologyValidationErrors.RingSelfIntersection
                ? "has a polygon whose sides cross or touch near "
                    + FormattableString.Invariant($"longitude {error.Coordinate.X:0.##}, latitude {error.Coordinate.Y:0.##}")
                : "has a polygon without an area";
        }

        var bounds = polygon.EnvelopeInternal;
        if (bounds.Width > 360)
        {
            return FormattableString.Invariant($"has a polygon {bounds.Width:0.##} degrees wide, more than once round the Earth: ")
                + "make it narrower";
        }

        var turn = bounds.MinX < -180 ? 360 : 0;
        area = new(TilesOf(polygon), new(bounds.MinX + turn, bounds.MinY, bounds.MaxX + turn, bounds.MaxY));
        return null;
    }

    private static SinusoidalTile[] TilesOf(Geometry shape)
    {
        // Longitudes of the shape may be unrolled beyond 180 degrees on either side; those of tiles never are.
        var turns = new[] { -360.0, 0, 360 }.Select(turn => Turned(shape, turn)).Where(turned =>
            turned.EnvelopeInternal.MaxX > -180 && turned.EnvelopeInternal.MinX < 180).ToArray();
        return Ordered(TilePolygons.All.Where(tile => turns.Any(turned => Overlap(tile.Value, turned))).Select(tile => tile.Key));
    }

    /// <summary>Whether both share more than a border.</summary>
    private static bool Overlap(Geometry outline, Geometry shape) =>
        outline.EnvelopeInternal.Intersects(shape.EnvelopeInternal) && outline.Intersects(shape) && !outline.Touches(shape);

    private static Geometry Turned(Geometry shape, double degrees)
    {
        var turned = shape.Copy();
        turned.Apply(new Turn(degrees));
        turned.GeometryChanged();
        return turned;
    }

    private static SinusoidalTile[] Ordered(IEnumerable<SinusoidalTile> tiles) => [.. tiles.OrderBy(tile => tile.V).ThenBy(tile => tile.H)];

    private sealed class Turn(double degrees) : ICoordinateFilter
    {
        public void Filter(Coordinate coord) => coord.X += degrees;
    }
}
