using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Numerics;

namespace AzurePerf.Imagery.Granules;

/// <summary>Whether the sun stood over what an instrument saw.</summary>
public enum DayNight
{
    /// <summary>Nobody says so.</summary>
    Unknown,

    /// <summary>Everywhere.</summary>
    Day,

    /// <summary>Nowhere.</summary>
    Night,

    /// <summary>Over a part.</summary>
    Both,
}

/// <summary>
/// Where the swath of a granule lies, by its four corners: enough to decide which granules a tile needs before any of them is fetched.
/// </summary>
public sealed class GranulePlace
{
    /// <summary>
    /// How far, in kilometres, pixels may reach beyond the great circles between the corners: half of the largest footprint of a product,
    /// which is that of pixels of 10 km at the end of a line, and as much again because a swath is no polygon.
    /// </summary>
    public const double Margin = 50;

    private const int Corners = 4;
    private const double Seconds = 300;
    private const int Bands = 40;
    private const double TileDegrees = 10;
    private const double BandDegrees = TileDegrees / Bands;
    private const double MarginDegrees = Margin * 1000 / ProjectionFormulas.SphereRadius / Elementary.Degree;

    // The place is where the product with each vector is at most the sine of the angle: a circle around its middle, and the inner side
    // of each edge.
    private readonly List<(Vector3 Outward, double Degrees)> _bounds = [];

    /// <param name="begin">When the swath begins (UTC).</param>
    /// <param name="light">Whether the sun stood over it.</param>
    /// <param name="ring">Its four corners in degrees, one after the other around it in either direction. Where they are no corners of a
    /// convex place, a circle around them is taken for it.</param>
    /// <exception cref="ArgumentException">They are not four, or one is no position: latitudes are -90 to 90, longitudes -180 to
    /// 180.</exception>
    public GranulePlace(TimeOnly begin, DayNight light, IReadOnlyList<(double Latitude, double Longitude)> ring)
    {
        if (ring.Count != Corners || !ring.All(corner => Math.Abs(corner.Latitude) <= 90 && Math.Abs(corner.Longitude) <= 180))
            throw new ArgumentException("A ring has four positions on the Earth.", nameof(ring));
        (Begin, Light, Ring) = (begin, light, ring);
        var corners = ring.Select(corner => Vector3.Of(corner.Latitude, corner.Longitude)).ToArray();
        if (CircleAround(corners) is not { } circle)
            return;
        _bounds.Add(circle);
        if (EdgesOf(corners) is { } edges)
            _bounds.AddRange(edges.Select(edge => (edge, 0.0)));
    }

    /// <summary>When the swath begins (UTC).</summary>
    public TimeOnly Begin { get; }

    /// <summary>Whether the sun stood over it.</summary>
    public DayNight Light { get; }

    /// <summary>The four corners in degrees.</summary>
    public IReadOnlyList<(double Latitude, double Longitude)> Ring { get; }

    /// <summary>Whether the sun stood over it, or over its middle where it stood over a part or nobody says so.</summary>
    /// <param name="day">Its day (UTC).</param>
    public bool IsByDay(DateOnly day)
    {
        if (Light is DayNight.Day or DayNight.Night)
            return Light == DayNight.Day;
        var middle = Ring.Select(corner => Vector3.Of(corner.Latitude, corner.Longitude)).Aggregate((one, other) => one + other);
        var (latitude, longitude) = middle.Position();
        return Orbit.SunElevationSine(latitude, longitude, Begin.ToTimeSpan().TotalSeconds + Seconds / 2, Orbit.Declination(day)) > 0;
    }

    /// <summary>
    /// Whether the granule may have a pixel that covers a part of a tile. It is never false for one that has; it may be true for one that
    /// passes the tile by within <see cref="Margin"/> and a little more.
    /// </summary>
    public bool MayCover(SinusoidalTile tile)
    {
        for (var band = 0; band < Bands; band++)
            if (MayCover(tile, 90 - tile.V * TileDegrees - (band + 0.5) * BandDegrees))
                return true;
        return false;
    }

    /// <summary>Whether a position lies between the corners.</summary>
    /// <param name="latitude">Degrees, -90 to 90.</param>
    /// <param name="longitude">Degrees, -180 to 180.</param>
    public bool Holds(double latitude, double longitude) =>
        Vector3.Of(latitude, longitude) is var point
        && _bounds.All(bound => bound.Outward.Dot(point) <= Elementary.Sin(bound.Degrees * Elementary.Degree));

    // A point of the band is looked for on its middle parallel, half a band away at most.
    private bool MayCover(SinusoidalTile tile, double latitude)
    {
        if (Longitudes(tile, latitude) is not { } world)
            return false;
        var parts = new List<(double West, double East)> { world };
        var (sine, cosine) = (Elementary.Sin(latitude * Elementary.Degree), Elementary.Cos(latitude * Elementary.Degree));
        foreach (var (outward, degrees) in _bounds)
        {
            // outward . p = level * cos(longitude - middle) + outward.Z * sine
            var limit = Elementary.Sin((degrees + MarginDegrees + BandDegrees / 2) * Elementary.Degree) - outward.Z * sine;
            var level = Math.Sqrt(outward.X * outward.X + outward.Y * outward.Y) * cosine;
            if (limit >= level)
                continue;
            if (limit < -level)
                return false;
            var half = Elementary.Atan2(Math.Sqrt((level - limit) * (level + limit)), limit) / Elementary.Degree;
            var middle = Elementary.Atan2(outward.Y, outward.X) / Elementary.Degree;
            parts = [.. parts.SelectMany(part => Outside(part, middle, half))];
            if (parts.Count == 0)
                return false;
        }

        return true;
    }

    // All that the tile shows between the edges of the band; its own sides slant.
    private static (double West, double East)? Longitudes(SinusoidalTile tile, double latitude)
    {
        var (left, right) = ((tile.H - 18) * TileDegrees, (tile.H - 17) * TileDegrees);
        var wide = Elementary.Cos((Math.Abs(latitude) - BandDegrees / 2) * Elementary.Degree);
        var narrow = Math.Max(Elementary.Cos((Math.Abs(latitude) + BandDegrees / 2) * Elementary.Degree), 1e-12);
        var (west, east) = (left / (left < 0 ? narrow : wide), right / (right > 0 ? narrow : wide));
        return west > 180 || east < -180 ? null : (Math.Max(west, -180), Math.Min(east, 180));
    }

    // What is left of a stretch of longitudes without those nearer to a middle than some degrees.
    private static IEnumerable<(double West, double East)> Outside((double West, double East) part, double middle, double degrees)
    {
        var west = part.West;
        for (var turn = -360; turn <= 360; turn += 360)
        {
            var (from, to) = (middle - degrees + turn, middle + degrees + turn);
            if (to <= west)
                continue;
            if (from >= part.East)
                break;
            if (from >= west)
                yield return (west, from);
            west = to;
        }

        if (west <= part.East)
            yield return (west, part.East);
    }

    // Of corners that are not all on one half of the Earth there is none.
    private static (Vector3 Outward, double Degrees)? CircleAround(Vector3[] corners) =>
        Unit(corners[0] + corners[1] + corners[2] + corners[3]) is { } middle && corners.Min(middle.Dot) is > 0 and var farthest
            ? (middle * -1, -Elementary.Asin(Math.Min(farthest, 1)) / Elementary.Degree)
            : null;

    private static Vector3[]? EdgesOf(Vector3[] corners)
    {
        var edges = new Vector3[Corners];
        var side = 0;
        for (var corner = 0; corner < Corners; corner++)
        {
            if (Unit(corners[corner].Cross(corners[(corner + 1) % Corners])) is not { } edge)
                return null;
            var sides = (Math.Sign(edge.Dot(corners[(corner + 2) % Corners])), Math.Sign(edge.Dot(corners[(corner + 3) % Corners])));
            side = side == 0 ? sides.Item1 : side;
            if (side == 0 || sides != (side, side))
                return null;
            edges[corner] = edge * -side;
        }

        return edges;
    }

    private static Vector3? Unit(Vector3 vector) =>
        Math.Sqrt(vector.Dot(vector)) is > 1e-6 and var length ? vector * (1 / length) : null;
}
