using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Testing;
using CsCheck;
using Xunit;

namespace AzurePerf.ImageryTests.Granules;

public sealed class GranulePlaceTests
{
    private static readonly SinusoidalTile[] Tiles =
        [.. from h in Enumerable.Range(0, 36) from v in Enumerable.Range(0, 18) select new SinusoidalTile(h, v)];

    /// <summary>Hour of the crossing, phase, coarseness, and which granules of the day.</summary>
    public static TheoryData<double, double, int, int> Days => new() { { 10.5, 0, 10, 1 }, { 1.5, 123.4, 20, 1 }, { 10.5, 301, 1, 6 } };

    [Fact]
    public void A_ring_is_the_pixels_at_the_corners()
    {
        var orbit = new Orbit(1.5, 77);
        var swath = orbit.Swath(4200);
        var last = swath.Latitude.Length - 1;

        Assert.Equal(
            new[] { 0, 1353, last, last - 1353 }.Select(pixel => (swath.Latitude[pixel], swath.Longitude[pixel])),
            orbit.Ring(4200).Select(corner => ((float)corner.Latitude, (float)corner.Longitude)));
    }

    [Theory]
    [MemberData(nameof(Days))]
    public void Every_granule_that_has_a_pixel_in_a_tile_is_named_and_few_are_named_in_vain(double hour, double phase, int coarseness, int step)
    {
        var orbit = new Orbit(hour, phase) { Coarseness = coarseness };
        var (needed, named) = (0, 0);
        for (var granule = 0; granule < 288; granule += Night.Size(2 * step, step))
        {
            var seen = TilesSeen(orbit, granule * 300);
            var place = Place(orbit, granule * 300);
            foreach (var tile in Tiles)
            {
                var may = place.MayCover(tile);
                Assert.True(may || !seen.Contains(tile), $"{tile} is seen by granule {granule}, whose ring is {string.Join(' ', place.Ring)}");
                named += may ? 1 : 0;
                needed += seen.Contains(tile) ? 1 : 0;
            }
        }

        TestContext.Current.TestOutputHelper!.WriteLine($"needed {needed}, named {named}, in vain {named - needed}");
        Assert.InRange(named, needed, needed * 1.15);
    }

    [Theory]
    [InlineData(10)]
    [InlineData(20)]
    public void Every_granule_that_fills_a_cell_of_a_tile_is_named(int coarseness)
    {
        var orbit = new Orbit { Coarseness = coarseness };
        var named = 0;
        for (var granule = 0; granule < 288; granule += Night.Size(34, 17))
        {
            var swath = orbit.Swath(granule * 300, orbit.Scans);
            var measured = Enumerable.Repeat(true, swath.Latitude.Length).ToArray();
            var place = Place(orbit, granule * 300);
            foreach (var tile in Tiles)
            {
                if (place.MayCover(tile))
                {
                    named++;
                    continue;
                }

                var filled = SwathToTile.Select([(swath, measured)], tile.Grid(60), MergeRule.Nearest);
                Assert.All(Enumerable.Range(0, 3600), cell => Assert.Null(filled.Of(cell)));
            }
        }

        Assert.InRange(named, Night.Size(50, 100), Night.Size(500, 1000));
    }

    [Theory]
    [InlineData(90, 0)]
    [InlineData(-90, 17)]
    public void A_granule_over_a_pole_is_named_for_the_tiles_that_meet_there(double latitude, int v)
    {
        var over = Enumerable.Range(0, 288).Select(granule => Place(new(), granule * 300)).Where(place => place.Holds(latitude, 0)).ToArray();

        Assert.InRange(over.Length, 10, 40);
        Assert.All(over, place => Assert.True(place.MayCover(new(17, v)) && place.MayCover(new(18, v))));
    }

    [Theory]
    [InlineData(DayNight.Day, 22, true)]
    [InlineData(DayNight.Night, 10, false)]
    [InlineData(DayNight.Both, 10, true)]
    [InlineData(DayNight.Both, 22, false)]
    [InlineData(DayNight.Unknown, 10, true)]
    [InlineData(DayNight.Unknown, 22, false)]
    public void A_granule_is_by_day_as_the_archive_says_or_else_where_the_sun_stood_over_its_middle(DayNight light, int hour, bool isByDay) =>
        Assert.Equal(isByDay, new GranulePlace(new(hour, 0), light, [(66, -15), (62, 25), (45, 20), (48, -8)]).IsByDay(new(2024, 1, 25)));

    [Theory]
    [InlineData(6, true)]
    [InlineData(12, false)]
    public void The_middle_of_a_granule_across_180_degrees_lies_there(int month, bool isByDay) =>
        Assert.Equal(isByDay, new GranulePlace(new(12, 0), DayNight.Both, [(85, 160), (85, -160), (75, -170), (75, 170)]).IsByDay(new(2024, month, 21)));

    [Fact]
    public void A_granule_across_the_meridian_of_180_degrees_is_named_on_both_sides_and_nowhere_else()
    {
        var place = new GranulePlace(new(0, 0), DayNight.Day, [(5, 175), (5, -175), (-5, -175), (-5, 175)]);

        Assert.Equal(["h00v08", "h00v09", "h35v08", "h35v09"], Tiles.Where(place.MayCover).Select(tile => tile.ToString()));
    }

    [Fact]
    public void A_tile_is_needed_by_a_granule_within_it_and_by_one_that_surrounds_it()
    {
        var small = new GranulePlace(new(0, 0), DayNight.Day, [(44, 5), (44, 6), (43, 6), (43, 5)]);
        var large = new GranulePlace(new(0, 0), DayNight.Day, [(65, -20), (65, 50), (20, 30), (20, -20)]);

        Assert.Equal(["h18v04"], Tiles.Where(small.MayCover).Select(tile => tile.ToString()));
        Assert.True(large.MayCover(new(18, 4)));
        Assert.False(large.MayCover(new(18, 13)));
    }

    /// <summary>Of any four corners within half of the Earth, in any order and direction, what lies between two of them is named.</summary>
    [Fact]
    public void What_lies_between_corners_is_named_however_they_are_given() =>
        Gen.Select(Gen.Double[-90, 90], Gen.Double[-180, 180], Gen.Double[0.01, 12].Select(Gen.Double[0, 360]).Array[4], Gen.Double[0, 1].Array[3])
            .Sample((latitude, longitude, corners, weights) =>
            {
                var ring = corners.Select(corner => Away(latitude, longitude, corner.Item1, corner.Item2)).ToArray();
                var place = new GranulePlace(new(0, 0), DayNight.Unknown, ring);
                var (x, y, z) = (0.0, 0.0, 0.0);
                foreach (var (corner, share) in ring.Zip([.. weights, 0.5]))
                {
                    var (phi, lambda) = (corner.Latitude * Math.PI / 180, corner.Longitude * Math.PI / 180);
                    (x, y, z) = (x + share * Math.Cos(phi) * Math.Cos(lambda), y + share * Math.Cos(phi) * Math.Sin(lambda), z + share * Math.Sin(phi));
                }

                var between = SinusoidalTile.At(Math.Atan2(z, Math.Sqrt(x * x + y * y)) * 180 / Math.PI, Math.Atan2(y, x) * 180 / Math.PI);
                return place.MayCover(between);
            }, seed: "0000KIjzGBNF", iter: 20_000);

    [Theory]
    [InlineData(91, 0)]
    [InlineData(0, 181)]
    [InlineData(double.NaN, 0)]
    [InlineData(0, double.PositiveInfinity)]
    public void A_corner_that_is_no_position_is_refused(double latitude, double longitude) =>
        Assert.Throws<ArgumentException>(() => new GranulePlace(new(0, 0), DayNight.Day, [(0, 0), (0, 1), (1, 1), (latitude, longitude)]));

    [Fact]
    public void Corners_that_surround_nothing_certain_are_named_everywhere()
    {
        var place = new GranulePlace(new(0, 0), DayNight.Day, [(0, 0), (0, 90), (0, 180), (0, -90)]);

        Assert.All(Tiles.Where(tile => tile.Grid(60) is var grid && Enumerable.Range(0, grid.Cells).Any(cell => grid.Position(cell % 60 + 0.5, cell / 60 + 0.5) is not null)),
            tile => Assert.True(place.MayCover(tile)));
    }

    private static GranulePlace Place(Orbit orbit, double second) =>
        new(new TimeOnly(0).Add(TimeSpan.FromSeconds(second)), DayNight.Unknown, orbit.Ring(second));

    // All pixels of a coarse swath; of a fine one those of some scans, and at the ends of more.
    private static HashSet<SinusoidalTile> TilesSeen(Orbit orbit, double second)
    {
        if (orbit.Coarseness > 1)
            return TilesOf(orbit.Swath(second, orbit.Scans), _ => true);
        var seen = new HashSet<SinusoidalTile>();
        for (var scan = 0; scan < orbit.Scans; scan++)
            if (scan == orbit.Scans - 1 || scan % 12 == 0)
                seen.UnionWith(TilesOf(orbit.Swath(second + scan * orbit.ScanStep, 1), _ => true));
            else if (scan % 4 == 0)
                seen.UnionWith(TilesOf(orbit.Swath(second + scan * orbit.ScanStep, 1), sample => sample is 0 or 1353));
        return seen;
    }

    private static HashSet<SinusoidalTile> TilesOf(SwathGeometry swath, Func<int, bool> wanted) =>
    [
        .. Enumerable.Range(0, swath.Latitude.Length).Where(pixel => wanted(pixel % swath.Samples))
            .Select(pixel => SinusoidalTile.At(swath.Latitude[pixel], swath.Longitude[pixel])),
    ];

    private static (double Latitude, double Longitude) Away(double latitude, double longitude, double degrees, double bearing)
    {
        var (phi, d, b) = (latitude * Math.PI / 180, degrees * Math.PI / 180, bearing * Math.PI / 180);
        var sine = Math.Sin(phi) * Math.Cos(d) + Math.Cos(phi) * Math.Sin(d) * Math.Cos(b);
        var lambda = longitude + Math.Atan2(Math.Sin(b) * Math.Sin(d) * Math.Cos(phi), Math.Cos(d) - Math.Sin(phi) * sine) * 180 / Math.PI;
        return (Math.Asin(Math.Clamp(sine, -1, 1)) * 180 / Math.PI, Math.IEEERemainder(lambda, 360));
    }
}
