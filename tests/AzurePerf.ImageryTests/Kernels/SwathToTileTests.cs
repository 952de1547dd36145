using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Kernels;
using Xunit;

namespace AzurePerf.ImageryTests.Kernels;

public sealed class SwathToTileTests
{
    private const double Kilometre = ProjectionFormulas.SphereRadius / 1000;

    /// <summary>Tiles below the track, at the end of a scan, across the meridian of 180 degrees, and near a pole.</summary>
    public static TheoryData<double, int, int> Cases => new()
    {
        { 3000, 200, 677 },
        { 3000, 200, 5 },
        { 3300, 200, 1340 },
        { 40000, 200, 677 },
        { 1230, 200, 677 },
        { 1500, 200, 300 },
        { 46600, 200, 1200 },
    };

    [Theory]
    [MemberData(nameof(Cases))]
    public void A_cell_gets_a_pixel_whose_footprint_covers_it_and_a_covered_cell_is_filled(double second, int line, int sample)
    {
        var swath = new Orbit().Swath(second, scans: 40);
        var at = line * swath.Samples + sample;
        var tile = SinusoidalTile.At(swath.Latitude[at], swath.Longitude[at]).Grid(1200);

        CheckAll(swath, tile, 0.999);
    }

    [Theory]
    [InlineData(1, 40)]
    [InlineData(10, 20)]
    [InlineData(20, 10)]
    public void A_tile_has_at_its_edges_what_a_larger_grid_has_there(int coarseness, int scans)
    {
        var made = new MadeGranule(new Orbit { Coarseness = coarseness }, new TrueField(5), Declination: 20, LostScans: 0, Seed: 3);
        var second = Enumerable.Range(0, 288).Select(granule => granule * 300.0).First(second => made.At(second, scans) is var tried
            && Math.Abs(tried.Geometry.Latitude[0]) is > 20 and < 50 && Math.Abs(tried.Geometry.Longitude[0]) < 150 && !tried.Values.Contains(MadeGranule.Fill));
        var swath = made.At(second, scans);
        var last = swath.Geometry.Samples - 1;
        var tile = SinusoidalTile.At(swath.Geometry.Latitude[last], swath.Geometry.Longitude[last]).Grid(120);
        var around = new Grid(tile.Projection, tile.Left - 120 * tile.CellWidth, tile.Top + 120 * tile.CellHeight, tile.CellWidth, tile.CellHeight, 360, 360);

        var inner = SwathToTile.Map([swath], tile, MergeRule.Nearest);
        var outer = SwathToTile.Map([swath], around, MergeRule.Nearest);

        Assert.Contains(inner.Values, value => value != MadeGranule.Fill);
        Assert.Equal(Enumerable.Range(0, 120).SelectMany(row => outer.Values.AsSpan((row + 120) * 360 + 120, 120).ToArray()), inner.Values);
    }

    [Fact]
    public void Cells_at_the_meridian_of_180_degrees_are_filled_from_pixels_of_either_side()
    {
        var orbit = new Orbit();
        var second = Enumerable.Range(0, 288).Select(granule => granule * 300.0).First(second =>
        {
            var swath = orbit.Swath(second, scans: 2);
            return Math.Abs(swath.Latitude[677]) < 55 && swath.Longitude[..1354].Any(longitude => longitude > 178) && swath.Longitude[..1354].Any(longitude => longitude < -178);
        });
        var swath = orbit.Swath(second, scans: 40);
        var east = Array.FindIndex(swath.Longitude, 200 * 1354, longitude => longitude > 179);
        var west = Array.FindIndex(swath.Longitude, 200 * 1354, longitude => longitude < -179);

        CheckAll(swath, SinusoidalTile.At(swath.Latitude[east], 179.99).Grid(1200), 0.999);
        CheckAll(swath, SinusoidalTile.At(swath.Latitude[west], -179.99).Grid(1200), 0.999);
    }

    [Fact]
    public void A_made_granule_is_the_truth_within_a_footprint_and_nights_and_lost_scans_stay_fill()
    {
        var field = new TrueField(5);
        var made = new MadeGranule(new Orbit(), field, Declination: 20, LostScans: 0.2, Seed: 3);
        var second = Enumerable.Range(0, 40).Select(granule => granule * 300.0)
            .First(second => made.At(second, scans: 40) is var tried && tried.Values.Skip(20 * 13540).Take(1354).Any(value => value == MadeGranule.Fill)
                && tried.Values.Count(value => value != MadeGranule.Fill) is > 100_000 and < 400_000);
        var swath = made.At(second, scans: 80);
        var measured = Enumerable.Range(0, swath.Values.Length).Where(pixel => swath.Values[pixel] != MadeGranule.Fill).ToArray();
        var some = measured[measured.Length / 2];
        var tile = SinusoidalTile.At(swath.Geometry.Latitude[some], swath.Geometry.Longitude[some]).Grid(1200);

        var raster = SwathToTile.Map([swath], tile, MergeRule.Nearest);

        // Half the diagonal of the largest footprint, 2 km along and 5 km across, by the steepest slope, and the rounding of counts.
        var tolerance = TrueField.SteepestPerMetre * 2700 * MadeGranule.Counts + 1;
        var filled = 0;
        for (var cell = 0; cell < raster.Values.Length; cell++)
        {
            if (raster.Values[cell] == MadeGranule.Fill)
                continue;
            filled++;
            var (latitude, longitude) = tile.Position(cell % 1200 + 0.5, cell / 1200 + 0.5)!.Value;
            Assert.Equal(field.At(latitude, longitude) * MadeGranule.Counts, raster.Values[cell], tolerance);
        }

        Assert.InRange(filled, 10_000, 1_430_000);
        CheckAll(swath.Geometry, tile, 0.999, swath.Measured());
    }

    [Fact]
    public void Granules_are_merged_by_the_rule()
    {
        var geometry = new Orbit().Swath(3000, scans: 20);
        var shifted = new SwathGeometry(geometry.Lines, geometry.Samples, 10, [.. geometry.Latitude.Select(latitude => latitude + 0.003f)], geometry.Longitude);
        var tile = SinusoidalTile.At(geometry.Latitude[100 * 1354 + 677], geometry.Longitude[100 * 1354 + 677]).Grid(1200);
        var (one, two) = (Constant(geometry, 1), Constant(shifted, 2));

        var alone = SwathToTile.Map([one], tile, MergeRule.Nearest);
        var nearest = SwathToTile.Map([one, two], tile, MergeRule.Nearest);
        var first = SwathToTile.Map([one, two], tile, MergeRule.First);
        var swapped = SwathToTile.Map([two, one], tile, MergeRule.Nearest);

        Assert.InRange(nearest.Values.Count(value => value == 2), nearest.Values.Count(value => value == 1) / 10, int.MaxValue);
        Assert.Equal(nearest.Values, swapped.Values);
        for (var cell = 0; cell < first.Values.Length; cell++)
            Assert.Equal(alone.Values[cell] == 1 ? 1 : nearest.Values[cell] == 0 ? 0 : 2, first.Values[cell]);
    }

    [Fact]
    public void Damaged_positions_fill_nothing()
    {
        var geometry = new Orbit().Swath(3000, scans: 2);
        var random = new Random(1);
        for (var blow = 0; blow < 5000; blow++)
        {
            var values = random.Next(2) == 0 ? geometry.Latitude : geometry.Longitude;
            values[random.Next(values.Length)] = random.Next(4) switch { 0 => float.NaN, 1 => -999, 2 => float.PositiveInfinity, _ => BitConverter.Int32BitsToSingle(random.Next()) };
        }

        var tile = SinusoidalTile.At(-30, 20).Grid(1200);
        Assert.Equal(1200 * 1200, SwathToTile.Map([Constant(geometry, 1)], tile, MergeRule.Nearest).Values.Length);
    }

    [Fact]
    public void A_position_that_is_far_from_its_neighbours_fills_no_cells_between_them()
    {
        var geometry = new Orbit().Swath(3000, scans: 4);
        var wrong = 15 * geometry.Samples + 677;
        var tile = SinusoidalTile.At(geometry.Latitude[wrong], geometry.Longitude[wrong]).Grid(1200);
        var right = SwathToTile.Map([Constant(geometry, 1)], tile, MergeRule.Nearest);
        geometry.Latitude[wrong] += geometry.Latitude[wrong] > 0 ? -8 : 8;

        var raster = SwathToTile.Map([Constant(geometry, 1)], tile, MergeRule.Nearest);

        Assert.Contains((byte)1, right.Values);
        Assert.DoesNotContain(raster.Values.Zip(right.Values), cell => cell.First == 1 && cell.Second != 1);
        Assert.InRange(right.Values.Zip(raster.Values).Count(cell => cell.First != cell.Second), 0, 30);
    }

    private static Swath<byte> Constant(SwathGeometry geometry, byte value) => new(geometry, [.. Enumerable.Repeat(value, geometry.Lines * geometry.Samples)], 0);

    /// <summary>Holds the kernel against a search over all pixels by other formulas: on the plane that touches the sphere at each cell.</summary>
    private static void CheckAll(SwathGeometry swath, Grid tile, double share, bool[]? measured = null)
    {
        measured ??= [.. Enumerable.Repeat(true, swath.Latitude.Length)];
        var selection = SwathToTile.Select([(swath, measured)], tile, MergeRule.Nearest);
        var buckets = Enumerable.Range(0, measured.Length).Where(pixel => measured[pixel]).ToLookup(pixel => Bucket(swath.Latitude[pixel], swath.Longitude[pixel]));
        var random = new Random(2);
        var (covered, filled, best) = (0, 0, 0);
        for (var trial = 0; trial < 4000; trial++)
        {
            var cell = random.Next(tile.Cells);
            if (tile.Position(cell % tile.Columns + 0.5, cell / tile.Columns + 0.5) is not { } centre)
            {
                Assert.Null(selection.Of(cell));
                continue;
            }

            var near = Around(centre).SelectMany(bucket => buckets[bucket]).Where(pixel => Covers(swath, pixel, centre, 0.5)).ToArray();
            var got = selection.Of(cell);
            if (got is { } taken)
                Assert.True(measured[taken.Pixel] && Covers(swath, taken.Pixel, centre, 0.51), $"cell {cell} got pixel {taken.Pixel}");
            if (near.Length == 0)
                continue;
            covered++;
            filled += got is null ? 0 : 1;
            best += got is { } pixel && Distance(swath, pixel.Pixel, centre) <= near.Min(other => Distance(swath, other, centre)) + 0.02 ? 1 : 0;
        }

        Assert.InRange(covered, 50, 4000);
        Assert.InRange(filled, share * covered, covered);
        Assert.InRange(best, share * covered, covered);
    }

    private static (int, int) Bucket(double latitude, double longitude) => ((int)Math.Floor(latitude * 8), (int)Math.Floor(longitude * 8 * Math.Max(0.02, Math.Cos(latitude * Math.PI / 180)) / 2));

    private static HashSet<(int, int)> Around((double Latitude, double Longitude) centre)
    {
        var buckets = new HashSet<(int, int)>();
        for (var north = -6; north <= 6; north++)
            for (var east = -6; east <= 6; east++)
            {
                var latitude = centre.Latitude + north * 0.01;
                var longitude = centre.Longitude + east * 0.01 / Math.Max(0.02, Math.Cos(latitude * Math.PI / 180));
                buckets.Add(Bucket(latitude, longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude));
            }

        return buckets;
    }

    private static (double East, double North) Offset(SwathGeometry swath, int pixel, (double Latitude, double Longitude) from)
    {
        var (phi, centre) = (swath.Latitude[pixel] * Math.PI / 180, from.Latitude * Math.PI / 180);
        var lambda = (swath.Longitude[pixel] - from.Longitude) * Math.PI / 180;
        return (
            Kilometre * Math.Cos(phi) * Math.Sin(lambda),
            Kilometre * (Math.Cos(centre) * Math.Sin(phi) - Math.Sin(centre) * Math.Cos(phi) * Math.Cos(lambda)));
    }

    private static double Distance(SwathGeometry swath, int pixel, (double, double) from)
    {
        var (east, north) = Offset(swath, pixel, from);
        return Math.Sqrt(east * east + north * north);
    }

    private static bool Covers(SwathGeometry swath, int pixel, (double, double) centre, double half)
    {
        var here = Offset(swath, pixel, centre);
        if (here.East * here.East + here.North * here.North > 100)
            return false;
        var (sample, line) = (pixel % swath.Samples, pixel / swath.Samples % swath.LinesPerScan);
        var across = Side(1, sample > 0, sample < swath.Samples - 1);
        var along = Side(swath.Samples, line > 0, line < swath.LinesPerScan - 1);
        var area = across.East * along.North - across.North * along.East;
        var first = (-here.East * along.North + here.North * along.East) / area;
        var second = (-here.North * across.East + here.East * across.North) / area;
        return Math.Abs(first) <= half && Math.Abs(second) <= half;

        (double East, double North) Side(int stride, bool before, bool after)
        {
            var from = Offset(swath, before ? pixel - stride : pixel, centre);
            var to = Offset(swath, after ? pixel + stride : pixel, centre);
            var share = before && after ? 0.5 : 1;
            return ((to.East - from.East) * share, (to.North - from.North) * share);
        }
    }
}
