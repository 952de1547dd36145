using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.GeoTiff;

/// <summary>
/// The keys by which a GeoTIFF names its plane (OGC 19-008r4): EPSG codes for maps, and for the MODIS sphere, which has none, the sphere
/// and the projection themselves.
/// </summary>
internal static class GeoKeys
{
    private const int UserDefined = 32767;
    private const int Sinusoidal = 24;
    private const int DoubleTag = 34736;
    private const int AsciiTag = 34737;
    private const int ModelType = 1024;
    private const int RasterType = 1025;
    private const int PixelIsArea = 1;
    private const int GeographicCode = 2048;
    private const int SemiMajorAxis = 2057;
    private const int ProjectedCode = 3072;
    private const int ProjectionMethod = 3075;
    private const int LinearUnits = 3076;
    private const int Metres = 9001;
    private const int NaturalMeridian = 3080;
    private const int FalseEasting = 3082;
    private const int FalseNorthing = 3083;
    private const int CentralMeridian = 3088;
    private const string Citation = "Unknown datum based upon the MODIS sphere of 6371007.181 m|Sinusoidal|";

    /// <summary>The three tags: numbers, doubles and texts; the last two are empty for a plane with a code.</summary>
    public static (short[] Directory, double[] Doubles, string Texts) Of(Projection projection) => projection switch
    {
        Projection.Geographic => (
            Directory((ModelType, 0, 1, 2), (RasterType, 0, 1, PixelIsArea), (GeographicCode, 0, 1, 4326), (2054, 0, 1, 9102)),
            [],
            ""),
        Projection.WebMercator => (
            Directory((ModelType, 0, 1, 1), (RasterType, 0, 1, PixelIsArea), (ProjectedCode, 0, 1, 3857), (LinearUnits, 0, 1, Metres)),
            [],
            ""),
        _ => (
            Directory(
                (ModelType, 0, 1, 1),
                (RasterType, 0, 1, PixelIsArea),
                (GeographicCode, 0, 1, UserDefined),
                (2049, AsciiTag, Citation.IndexOf('|') + 1, 0),
                (2050, 0, 1, UserDefined),
                (2051, 0, 1, 8901),
                (2054, 0, 1, 9102),
                (2056, 0, 1, UserDefined),
                (2057, DoubleTag, 1, 0),
                (2058, DoubleTag, 1, 1),
                (ProjectedCode, 0, 1, UserDefined),
                (3073, AsciiTag, Citation.Length - Citation.IndexOf('|') - 1, Citation.IndexOf('|') + 1),
                (3074, 0, 1, UserDefined),
                (ProjectionMethod, 0, 1, Sinusoidal),
                (LinearUnits, 0, 1, Metres),
                (FalseEasting, DoubleTag, 1, 2),
                (FalseNorthing, DoubleTag, 1, 3),
                (CentralMeridian, DoubleTag, 1, 4)),
            [ProjectionFormulas.SphereRadius, ProjectionFormulas.SphereRadius, 0, 0, 0],
            Citation),
    };

    /// <summary>Whether places are those of the corners of cells; others (PixelIsPoint) are those of their centres.</summary>
    public static bool PlacesCorners(ReadOnlySpan<short> directory) => Value(directory, RasterType) is null or PixelIsArea;

    /// <summary>The plane that keys name, or null where it is none of ours.</summary>
    public static Projection? Read(ReadOnlySpan<short> directory, ReadOnlySpan<double> doubles)
    {
        if (!PlacesCorners(directory))
            return null;
        if (Value(directory, ModelType) == 2)
            return Value(directory, GeographicCode) == 4326 ? Projection.Geographic : null;
        // Where nothing is said the plane has its own unit, which is the metre.
        if (Find(directory, LinearUnits) is not (null or (0, Metres)))
            return null;
        if (Value(directory, ProjectedCode) == 3857)
            return Projection.WebMercator;
        // Of the sphere's own keys the radius tells whether it is that of MODIS.
        return Value(directory, ProjectionMethod) == Sinusoidal
            && Double(directory, doubles, SemiMajorAxis) == ProjectionFormulas.SphereRadius
            && IsZero(directory, doubles, FalseEasting) && IsZero(directory, doubles, FalseNorthing)
            && IsZero(directory, doubles, CentralMeridian) && IsZero(directory, doubles, NaturalMeridian)
                ? Projection.Sinusoidal
                : null;
    }

    /// <summary>Whether a key that stands among the doubles is 0, or left out, which means the same.</summary>
    private static bool IsZero(ReadOnlySpan<short> directory, ReadOnlySpan<double> doubles, int key) =>
        Find(directory, key) is null || Double(directory, doubles, key) == 0;

    /// <summary>The value of a key that stands among the doubles; null where it does not.</summary>
    private static double? Double(ReadOnlySpan<short> directory, ReadOnlySpan<double> doubles, int key) =>
        Find(directory, key) is { } entry && entry.Tag == DoubleTag && entry.Value < doubles.Length ? doubles[entry.Value] : null;

    /// <summary>The value of a key that stands in the directory itself; null where it does not.</summary>
    private static int? Value(ReadOnlySpan<short> directory, int key) =>
        Find(directory, key) is { Tag: 0, Value: var value } ? value : null;

    private static (ushort Tag, ushort Value)? Find(ReadOnlySpan<short> directory, int key)
    {
        for (var at = 4; at + 3 < directory.Length; at += 4)
            if (directory[at] == key)
                return ((ushort)directory[at + 1], (ushort)directory[at + 3]);
        return null;
    }

    private static short[] Directory(params (int Key, int Tag, int Count, int Value)[] keys) =>
    [
        1, 1, 0, (short)keys.Length,
        .. keys.SelectMany(key => new[] { (short)key.Key, unchecked((short)key.Tag), (short)key.Count, (short)key.Value }),
    ];
}
