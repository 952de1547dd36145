using System.Globalization;
using System.Text;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Numerics;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Sources.Made;

/// <summary>Where the made swaths of a day lie, in the shape of NASA's geoMeta files.</summary>
internal static class MadePlaces
{
    private const int GranulesOfDay = 288;
    private const double GranuleSeconds = 300;
    private const int StepsOfEdge = 16;

    /// <summary>The sine of two degrees, which the sun moves by less than in five minutes.</summary>
    private const double Twilight = 0.035;

    /// <summary>The places, in the order of their times.</summary>
    /// <param name="platform">A satellite, not both.</param>
    /// <param name="day">The day (UTC).</param>
    /// <param name="coarseness">Of its instrument.</param>
    public static IReadOnlyList<GranulePlace> Of(Platform platform, DateOnly day, int coarseness)
    {
        var (orbit, declination) = (MadeOrbit.Of(platform, day, coarseness), Orbit.Declination(day));
        return
        [
            .. from granule in Enumerable.Range(0, GranulesOfDay)
               let second = granule * GranuleSeconds
               let ring = orbit.Ring(second)
               select new GranulePlace(new TimeOnly(0).Add(TimeSpan.FromSeconds(second)), LightOf(ring, second, declination), ring),
        ];
    }

    /// <summary>The file of a day.</summary>
    /// <param name="archive">What it is a file of.</param>
    /// <param name="product">The product of positions.</param>
    /// <param name="day">One of its days.</param>
    public static string Text(MadeArchive archive, ImageProduct product, DateOnly day)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"# {product.Id} of {day:yyyy-MM-dd}, made\n#\n");
        text.Append("# GranuleID,StartDateTime,ArchiveSet,OrbitNumber,DayNightFlag,"
            + "EastBoundingCoord,NorthBoundingCoord,SouthBoundingCoord,WestBoundingCoord,"
            + "GRingLongitude1,GRingLongitude2,GRingLongitude3,GRingLongitude4,"
            + "GRingLatitude1,GRingLatitude2,GRingLatitude3,GRingLatitude4\n");
        foreach (var (name, place) in archive.Names(product, day).Zip(
            Of(product.Twin.Platform, day, archive.Settings.Coarseness)))
        {
            var (north, south, east, west) = Bounds(place);
            text.Append(CultureInfo.InvariantCulture, $"{name},{day:yyyy-MM-dd} {place.Begin:HH:mm},{MadeArchive.Collection},")
                .Append(CultureInfo.InvariantCulture, $"{MadeOrbit.Number(day, place.Begin)},{FlagOf(place.Light)},")
                .Append(CultureInfo.InvariantCulture, $"{east:0.######},{north:0.######},{south:0.######},{west:0.######},")
                .AppendJoin(',', place.Ring.Select(corner => corner.Longitude).Concat(place.Ring.Select(corner => corner.Latitude))
                    .Select(degrees => degrees.ToString("0.######", CultureInfo.InvariantCulture)))
                .Append('\n');
        }

        return text.ToString();
    }

    private static string FlagOf(DayNight light) => light switch
    {
        DayNight.Day => "D",
        DayNight.Night => "N",
        _ => "B",
    };

    // Between corners in daylight nothing is dark, and the other way round.
    private static DayNight LightOf(IReadOnlyList<(double Latitude, double Longitude)> ring, double second, double declination)
    {
        var sun = ring.Select(corner => Orbit.SunElevationSine(corner.Latitude, corner.Longitude, second, declination)).ToArray();
        return sun.Min() > Twilight ? DayNight.Day : sun.Max() < -Twilight ? DayNight.Night : DayNight.Both;
    }

    // As NASA says them: a swath over a pole has all longitudes, and one across 180 degrees is east of its eastern bound.
    private static (double North, double South, double East, double West) Bounds(GranulePlace place)
    {
        var edge = place.Ring.Zip([.. place.Ring.Skip(1), place.Ring[0]]).SelectMany(side => Side(side.First, side.Second)).ToArray();
        var (north, south) = (edge.Max(position => position.Latitude), edge.Min(position => position.Latitude));
        if (place.Holds(90, 0))
            return (90, south, 180, -180);
        if (place.Holds(-90, 0))
            return (north, -90, 180, -180);
        var crosses = edge.Max(position => position.Longitude) - edge.Min(position => position.Longitude) > 180;
        var longitudes = edge.Select(position => position.Longitude + (crosses && position.Longitude < 0 ? 360 : 0)).ToArray();
        return (north, south, Wrapped(longitudes.Max()), Wrapped(longitudes.Min()));
    }

    private static double Wrapped(double longitude) => longitude > 180 ? longitude - 360 : longitude;

    private static IEnumerable<(double Latitude, double Longitude)> Side(
        (double Latitude, double Longitude) first, (double Latitude, double Longitude) second)
    {
        var (from, to) = (Vector3.Of(first.Latitude, first.Longitude), Vector3.Of(second.Latitude, second.Longitude));
        return Enumerable.Range(0, StepsOfEdge)
            .Select(step => (from + (to - from) * ((double)step / StepsOfEdge)).Position());
    }
}
