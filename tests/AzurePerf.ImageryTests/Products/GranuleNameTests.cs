using AzurePerf.Imagery.Products;
using CsCheck;
using Xunit;

namespace AzurePerf.ImageryTests.Products;

public sealed class GranuleNameTests
{
    private static readonly Gen<string> Ids = Gen.Int[0, ProductCatalogue.Shipped.Products.Count - 1]
        .Select(x => ProductCatalogue.Shipped.Products[x].Id);

    private static readonly Gen<DateOnly> Days = Gen.Int[new DateOnly(2000, 1, 1).DayNumber, new DateOnly(2039, 12, 31).DayNumber]
        .Select(DateOnly.FromDayNumber);

    [Fact]
    public void A_tile_is_read_from_its_name()
    {
        var name = GranuleName.Parse("MOD11A1.A2010032.h10v05.061.2021165110811.hdf")!;
        Assert.Equal("MOD11A1", name.Product);
        Assert.Equal(new DateOnly(2010, 2, 1), name.Day);
        Assert.Equal(new TileNumber(10, 5), name.Tile);
        Assert.Null(name.Time);
        Assert.Equal(61, name.Collection);
    }

    [Theory]
    [InlineData("MYD021KM.A2004366.2355.061.2024024014421.NRT.hdf")]
    [InlineData("MYD021KM.A2004366.2355.061.NRT.hdf")]
    [InlineData("MYD021KM.A2004366.2355.061.2024024014421.hdf")]
    public void Five_minutes_of_a_swath_are_read_from_its_name(string file)
    {
        var name = GranuleName.Parse(file)!;
        Assert.Equal((new DateOnly(2004, 12, 31), new TimeOnly(23, 55)), (name.Day, name.Time!.Value));
        Assert.Null(name.Tile);
        Assert.StartsWith(name.Prefix, file);
    }

    [Fact]
    public void Names_of_tiles_come_back() =>
        Gen.Select(Ids, Days, Gen.Int[0, 35], Gen.Int[0, 17], Gen.Int[1, 999]).Sample((id, day, h, v, collection) =>
        {
            var name = GranuleName.OfTile(id, day, new(h, v), collection);
            Assert.Equal(name, GranuleName.Parse(name.Prefix + "2021165110811.hdf"));
        });

    [Fact]
    public void Names_of_swaths_come_back() =>
        Gen.Select(Ids, Days, Gen.Int[0, 287], Gen.Int[1, 999]).Sample((id, day, part, collection) =>
        {
            var name = GranuleName.OfSwath(id, day, TimeOnly.FromTimeSpan(TimeSpan.FromMinutes(5 * part)), collection);
            Assert.Equal(name, GranuleName.Parse(name.Prefix + "2021165110811.hdf"));
        });

    [Fact]
    public void Any_other_text_is_no_name() => Gen.String.Sample(x => Assert.Null(GranuleName.Parse(x)));

    [Theory]
    [InlineData("MOD11A1.A2010032.h36v05.061.2021165110811.hdf")]
    [InlineData("MOD11A1.A2010032.h10v18.061.2021165110811.hdf")]
    [InlineData("MOD11A1.A2010366.h10v05.061.2021165110811.hdf")]
    [InlineData("MOD11A1.A2010000.h10v05.061.2021165110811.hdf")]
    [InlineData("MOD11A1.A0000001.h10v05.061.2021165110811.hdf")]
    [InlineData("MOD11A1.A2010032.h10v05.000.2021165110811.hdf")]
    [InlineData("MOD11A1.A2010032.h10v05.061.2021165110811.hdf\n")]
    [InlineData("MOD11A1.A2010032.h10v05.061.2021165110811.hdf.xml")]
    [InlineData("MOD11A1.A2010032.h10v05.061.hdf")]
    [InlineData("mod11a1.A2010032.h10v05.061.2021165110811.hdf")]
    [InlineData("MOD03.A2010032.2400.061.2021165110811.hdf")]
    [InlineData("MOD03.A2010032.2360.061.2021165110811.hdf")]
    [InlineData("MOD03.A2010032.2357.061.2021165110811.hdf")]
    [InlineData("../MOD03.A2010032.2355.061.2021165110811.hdf")]
    public void A_name_with_an_impossible_part_is_no_name(string file) => Assert.Null(GranuleName.Parse(file));

    [Fact]
    public void Impossible_parts_make_no_name()
    {
        Assert.Throws<ArgumentException>(() => GranuleName.OfTile("MOD11A1", default, new(36, 0), 61));
        Assert.Throws<ArgumentException>(() => GranuleName.OfTile("MOD11A1/", default, new(0, 0), 61));
        Assert.Throws<ArgumentException>(() => GranuleName.OfSwath("MOD03", default, new(0, 1), 61));
        Assert.Throws<ArgumentException>(() => GranuleName.OfSwath("MOD03", default, new(0, 0), 1000));
    }
}
