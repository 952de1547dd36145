using AzurePerf.Imagery;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Kernels;
using Xunit;

namespace AzurePerf.ImageryTests.Images;

/// <summary>Data sets of three dimensions, whose bands have scales of their own and whose positions are those of another product.</summary>
public sealed class BandImageTests
{
    private static readonly Orbit Orbit = new() { Coarseness = 10 };

    // One scan more than the nominal 20, as some granules of MODIS have 204 instead of 203.
    private static readonly SwathGeometry Geometry = Orbit.Swath(3000, scans: 21);
    private static readonly SinusoidalTile Tile = SinusoidalTile.At(Geometry.Latitude[^67], Geometry.Longitude[^67]);

    [Fact]
    public void A_band_is_read_with_its_scale_and_one_scan_more_is_no_fault()
    {
        // Band 31 is the eleventh of the data set.
        var subject = MadeDay.Subject("MOD021KM", "EV_1KM_Emissive", "31");
        Assert.Equal((10, "MOD021KM.EV_1KM_Emissive.31"), (subject.Band, subject.Name));
        Assert.Equal("MOD03", subject.Geolocation(AzurePerf.Imagery.Products.ProductCatalogue.Shipped)!.Id);
        var granule = BuiltGranule.Radiances(Geometry, Value);

        var file = DayImage.OfSwaths(subject, MadeDay.Day, Tile, [granule], MergeRule.Nearest);

        var image = StoredImage.Read(file.GeoTiff);
        var pixels = Geometry.Latitude.Zip(Geometry.Longitude, (latitude, longitude) => Value(10, latitude, longitude)).ToArray();
        Assert.Equal(SwathToTile.Map([new Swath<ushort>(Geometry, pixels, 65535)], Tile.Grid(120), MergeRule.Nearest).Values, image.Raster.Values.Select(value => (ushort)value));
        Assert.InRange(file.Coverage, 0.05, 1);
        Assert.Equal((0.001f * 11, -0.001f * 11 * 1000.0), (image.Tags.Scale, image.Tags.Offset), (first, second) =>
            Math.Abs(first.Item1 - second.Item1) < 1e-9 && Math.Abs(first.Item2 - second.Item2) < 1e-5);
        Assert.Equal("W/(m2 um sr)", image.Tags.Unit);
    }

    [Fact]
    public void Granules_of_other_scales_become_numbers_of_the_first()
    {
        var subject = MadeDay.Subject("MOD021KM", "EV_1KM_Emissive", "20");
        var other = Orbit.Swath(3000 + 21 * Orbit.ScanStep, scans: 21);
        var first = BuiltGranule.Radiances(Geometry, (_, _, _) => 3000, _ => 0.001f);
        var second = BuiltGranule.Radiances(other, (_, _, _) => 1000, _ => 0.004f);
        var tile = SinusoidalTile.At(other.Latitude[67], other.Longitude[67]);

        var image = StoredImage.Read(DayImage.OfSwaths(subject, MadeDay.Day, tile, [first, second], MergeRule.Nearest).GeoTiff);

        Assert.Equal([3000, 4000, 65535], image.Raster.Values.Distinct().Order());
        Assert.Equal(0.001, image.Tags.Scale, 1e-9);
    }

    [Fact]
    public void Values_outside_the_valid_range_are_fill_though_the_file_does_not_say_so()
    {
        var subject = MadeDay.Subject("MOD021KM", "EV_1KM_Emissive", "20");
        // 65,533 is what the producer writes where a detector is saturated.
        var granule = BuiltGranule.Radiances(Geometry, (_, _, longitude) => Math.Abs(longitude) % 2 > 1 ? (ushort)65533 : (ushort)32767);

        var image = StoredImage.Read(DayImage.OfSwaths(subject, MadeDay.Day, Tile, [granule], MergeRule.Nearest).GeoTiff);

        Assert.Subset(new HashSet<double> { 32767, 65535 }, image.Raster.Values.ToHashSet());
        Assert.Contains(32767, image.Raster.Values);
    }

    [Fact]
    public void Positions_that_are_missing_or_do_not_fit_are_refused()
    {
        var subject = MadeDay.Subject("MOD021KM", "EV_1KM_Emissive", "20");
        var granule = BuiltGranule.Radiances(Geometry, Value);
        ImageFile Make(SwathFiles files) => DayImage.OfSwaths(subject, MadeDay.Day, Tile, [files], MergeRule.Nearest);

        Assert.Contains("which is missing", Assert.Throws<ArgumentException>(() => Make(granule with { Geolocation = null })).Message, StringComparison.Ordinal);
        var shorter = BuiltGranule.Radiances(Orbit.Swath(3000, scans: 20), Value);
        Assert.Equal(
            "MOD021KM: Positions of 200 x 135 do not fit 210 x 135 pixels.",
            Assert.Throws<UnreadableFileException>(() => Make(granule with { Geolocation = shorter.Geolocation })).Message);
        var zero = BuiltGranule.Radiances(Geometry, Value, _ => 0);
        Assert.Equal(
            "MOD021KM: EV_1KM_Emissive has no sound scale for its band.",
            Assert.Throws<UnreadableFileException>(() => Make(zero)).Message);
    }

    [Theory]
    [InlineData(2040, 2, true)]
    [InlineData(2050, 2, false)]
    [InlineData(10, 1355, false)]
    public void A_granule_with_more_pixels_than_its_product_and_one_scan_is_refused(int lines, int samples, bool isSound)
    {
        var subject = MadeDay.Subject("MOD021KM", "EV_1KM_Emissive", "20");
        var granule = BuiltGranule.Radiances(
            new(lines, samples, 10, new float[lines * samples], new float[lines * samples]), (_, _, _) => 1000);
        ImageFile Make() => DayImage.OfSwaths(subject, MadeDay.Day, Tile, [granule], MergeRule.Nearest);

        if (isSound)
            Assert.NotEmpty(Make().GeoTiff);
        else
            Assert.Equal(
                $"MOD021KM: EV_1KM_Emissive has axes of 16 x {lines} x {samples}: other than its product.",
                Assert.Throws<UnreadableFileException>(Make).Message);
    }

    [Fact]
    public void A_tile_with_more_cells_than_its_product_is_refused()
    {
        var granule = BuiltGranule.Temperatures(new(18, 4), 1201, _ => 8000);

        Assert.Equal(
            "LST_Day_1km has axes of 1201 x 1201: other than its product.",
            Assert.Throws<UnreadableFileException>(
                () => DayImage.OfTile(MadeDay.Subject("MOD11A1", "LST_Day_1km"), MadeDay.Day, new(18, 4), granule)).Message);
    }

    [Theory]
    [InlineData("best", 0.25)]
    [InlineData("good", 0.5)]
    [InlineData("any", 1)]
    public void The_quality_that_a_request_asks_for_decides_what_is_left(string quality, double coverage)
    {
        var subject = MadeDay.Subject("MOD11A1", "LST_Day_1km", "", quality);
        var granule = BuiltGranule.Temperatures(new(18, 4), 40, cell => (ushort)(8000 + cell));

        var file = DayImage.OfTile(subject, MadeDay.Day, new(18, 4), granule);

        Assert.Equal(coverage, file.Coverage);
        var values = StoredImage.Read(file.GeoTiff).Raster.Values;
        Assert.All(values.Index(), cell => Assert.Equal(cell.Index % 4 < 4 * coverage ? 8000 + cell.Index : 0, cell.Item));
    }

    [Theory]
    [InlineData("MOD11A9", "LST_Day_1km", "", "", "unknown product: MOD11A9; known: MCD15A2H, MOD021KM, ")]
    [InlineData("MOD11A1", "LST", "", "", "unknown data set of MOD11A1: LST; known: LST_Day_1km, ")]
    [InlineData("MOD11A1", "LST_Day_1km", "31", "", "LST_Day_1km has no bands: leave the band empty.")]
    [InlineData("MOD021KM", "EV_1KM_Emissive", "", "", "unknown band of EV_1KM_Emissive: none given; known: 20, 21, ")]
    [InlineData("MOD021KM", "EV_1KM_Emissive", "26", "", "unknown band of EV_1KM_Emissive: 26; known: 20, 21, ")]
    [InlineData("MOD11A1", "LST_Day_1km", "", "perfect", "unknown quality of LST_Day_1km: perfect; known: best, good, any")]
    [InlineData("MOD11_L2", "LST", "", "good", "LST has no quality flags: leave the quality empty.")]
    public void What_is_unknown_is_said_in_one_sentence(string product, string dataSet, string band, string quality, string sentence) =>
        Assert.StartsWith(sentence, Assert.Throws<ArgumentException>(() => MadeDay.Subject(product, dataSet, band, quality)).Message, StringComparison.Ordinal);

    [Fact]
    public void A_name_has_no_letter_that_a_store_would_refuse() => Assert.Equal(
        ("MOD07_L2.Retrieved_Temperature_Profile.500-hPa", "Temperature of the air, band 500 hPa"),
        (MadeDay.Subject("MOD07_L2", "Retrieved_Temperature_Profile", "500 hPa").Name, MadeDay.Subject("MOD07_L2", "Retrieved_Temperature_Profile", "500 hPa").Title));

    private static ushort Value(int band, float latitude, float longitude) =>
        (ushort)(2000 + 1000 * band + 500 * MadeDay.Field.At(latitude, longitude));
}
