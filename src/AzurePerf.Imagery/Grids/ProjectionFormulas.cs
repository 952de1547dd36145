using AzurePerf.Imagery.Numerics;

namespace AzurePerf.Imagery.Grids;

/// <summary>
/// The formulas of the projections; latitudes and longitudes are in degrees, longitudes -180 to 180. In all three a line of equal y is a
/// line of equal latitude, which the kernels make use of. Latitudes of the MODIS sphere and of WGS 84 are taken for the same, as its
/// products do.
/// </summary>
public static class ProjectionFormulas
{
    /// <summary>Radius in metres of the sphere of the MODIS land products.</summary>
    public const double SphereRadius = 6371007.181;

    /// <summary>Radius in metres of the sphere of web maps, the larger half axis of WGS 84.</summary>
    public const double WebMercatorRadius = 6378137;

    /// <summary>Where a position lies on the plane; a pole lies infinitely far away on a web map.</summary>
    public static (double X, double Y) Forward(this Projection projection, double latitude, double longitude) =>
        (projection.XPerDegree(latitude) * longitude, projection.Y(latitude));

    /// <summary>Which position lies there, or null where the plane shows none: beyond the edge of the sinusoidal one or past 180
    /// degrees.</summary>
    public static (double Latitude, double Longitude)? Inverse(this Projection projection, double x, double y)
    {
        var latitude = projection.Latitude(y);
        if (!(Math.Abs(latitude) <= 90))
            return null;
        var longitude = x == 0 ? 0 : x / projection.XPerDegree(latitude);
        return Math.Abs(longitude) <= 180 ? (latitude, longitude) : null;
    }

    /// <summary>How far east one degree of longitude leads at a latitude, in units of the plane.</summary>
    internal static double XPerDegree(this Projection projection, double latitude) => projection switch
    {
        Projection.Sinusoidal => SphereRadius * Elementary.Degree * Elementary.CosLatitude(latitude * Elementary.Degree),
        Projection.Geographic => 1,
        _ => WebMercatorRadius * Elementary.Degree,
    };

    /// <summary>The y of a latitude.</summary>
    internal static double Y(this Projection projection, double latitude)
    {
        if (projection == Projection.Geographic)
            return latitude;
        if (projection == Projection.Sinusoidal)
            return SphereRadius * (latitude * Elementary.Degree);
        var sine = Elementary.Sin(latitude * Elementary.Degree);
        return Math.Abs(latitude) >= 90
            ? double.CopySign(double.PositiveInfinity, latitude)
            : WebMercatorRadius * 0.5 * Elementary.Log((1 + sine) / (1 - sine));
    }

    /// <summary>The latitude of a y; beyond 90 degrees where the plane shows nothing.</summary>
    internal static double Latitude(this Projection projection, double y) => projection switch
    {
        Projection.Sinusoidal => y / SphereRadius / Elementary.Degree,
        Projection.Geographic => y,
        _ => 90 - 2 * Elementary.Atan2(1, Elementary.Exp(Math.Clamp(y / WebMercatorRadius, -30, 30))) / Elementary.Degree,
    };
}
