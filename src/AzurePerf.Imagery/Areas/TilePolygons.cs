using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using NetTopologySuite.Geometries;

namespace AzurePerf.Imagery.Areas;

/// <summary>The sinusoidal tiles as polygons in degrees; at the edges of the plane only their parts on the Earth.</summary>
internal static class TilePolygons
{
    /// <summary>Corners of a side: between two of them a side leaves the line by less than a cell of 5 km.</summary>
    private const int Steps = 64;

    private static readonly Lazy<IReadOnlyDictionary<SinusoidalTile, Polygon>> Known = new(() =>
        (
            from v in Enumerable.Range(0, SinusoidalTile.Down)
            from h in Enumerable.Range(0, SinusoidalTile.Across)
            let tile = new SinusoidalTile(h, v)
            let outline = TileOutline.Of(tile, Steps)
            where outline.Count > 0
            select (tile, outline)).ToDictionary(pair => pair.tile, pair => PolygonOf(pair.outline)));

    /// <summary>The tiles that show a part of the Earth.</summary>
    public static IReadOnlyDictionary<SinusoidalTile, Polygon> All => Known.Value;

    private static Polygon PolygonOf(IReadOnlyList<(double Longitude, double Latitude)> outline) => GeometryFactory.Default.CreatePolygon(
        [.. outline.Append(outline[0]).Select(corner => new Coordinate(corner.Longitude, corner.Latitude))]);
}
