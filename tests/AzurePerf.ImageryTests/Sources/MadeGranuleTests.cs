using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Products;
using AzurePerf.ImageryTests.Hdf4;
using AzurePerf.Sources.Made;
using Xunit;

namespace AzurePerf.ImageryTests.Sources;

public sealed class MadeGranuleTests
{
    private static readonly DateOnly Day = new(2024, 1, 25);
    private static readonly MadeSettings Small = new(Seed: 7, Coarseness: 10);
    private static readonly MadeArchive Archive = new(Small);
    private static readonly TrueField Field = new(7);

    public static TheoryData<string> Products =>
    [
        .. ProductCatalogue.Shipped.Products.Where(product => MadeArchive.Find(product.Id) is not null).Select(product => product.Id),
    ];

    [Fact]
    public void All_products_are_made_but_the_radiances_whose_scales_no_data_file_says() => Assert.Equal(
        ["MOD021KM", "MYD021KM"],
        ProductCatalogue.Shipped.Products.Select(product => product.Id).Where(id => MadeArchive.Find(id) is null));

    [Theory]
    [MemberData(nameof(Products))]
    public void A_file_is_stored_as_the_data_file_says_and_made_again_the_same(string id)
    {
        var product = MadeArchive.Find(id)!;
        var name = NamesOf(product).First(name => name.Tile is null or { Horizontal: 18, Vertical: 8 });
        var bytes = Archive.Make(name);
        var file = Hdf4File.Open(bytes);
        var sets = product.File.DataSets.Where(set => file.DataSet(set.Name) is not null).ToArray();

        Assert.Equal(bytes, new MadeArchive(Small).Make(name));
        Assert.NotNull(HdfEosStructure.Read(file));
        Assert.Equal(10, file.Attribute("made_lines_and_columns_divided_by")!.Number(0));
        Assert.NotEmpty(sets);
        Assert.All(sets, set =>
        {
            var stored = file.DataSet(set.Name)!;
            Assert.Equal(set.NumberType.ToString(), stored.Type.ToString());
            Assert.Equal(set.Scaling!.Scale, stored.Attribute("scale_factor")!.Number(0));
            Assert.Equal(set.Scaling.Offset, stored.Attribute("add_offset")!.Number(0));
            Assert.Equal(set.Fill.First, stored.Attribute("_FillValue")!.Number(0));
            Assert.Equal(set.ValidRange.Last, stored.Attribute("valid_range")!.Number(1));
            Assert.Equal(product.ShapeOf(set).Rows / 10.0, stored.Dimensions[0].Length, 3.01);
            if (set.Quality is not null)
                Assert.NotNull(file.DataSet(product.QualityOf(set)!.DataSet));
        });
    }

    [Theory]
    [InlineData("MOD07_L2", "Total_Ozone")]
    [InlineData("MOD04_L2", "Optical_Depth_Land_And_Ocean")]
    [InlineData("MYD05_L2", "Water_Vapor_Infrared")]
    public void A_swath_with_positions_of_its_own_is_the_truth_within_half_a_step(string id, string dataSet)
    {
        var (product, filled) = (MadeArchive.Find(id)!, 0);
        foreach (var name in NamesOf(product).Where(name => name.Time!.Value.Minute == 0))
        {
            var file = Hdf4File.Open(Archive.Make(name));
            var (latitude, longitude) = (file.DataSet("Latitude")!.Read<float>(), file.DataSet("Longitude")!.Read<float>());
            filled += Check(product, file, dataSet, cell => (latitude[cell], longitude[cell]));
        }

        Assert.True(filled > 1000);
    }

    [Fact]
    public void A_day_has_tiles_with_gaps_whose_values_are_the_truth_and_night_is_fill_by_day()
    {
        var product = MadeArchive.Find("MOD11A1")!;
        foreach (var (tile, least, most) in new[] { (new SinusoidalTile(22, 8), 0.5, 0.95), (new SinusoidalTile(18, 3), 0.95, 1), (new SinusoidalTile(18, 0), 0, 0) })
        {
            var file = Hdf4File.Open(Archive.Make(NamesOf(product).Single(name => name.Tile == new TileNumber(tile.H, tile.V))));
            var grid = tile.Grid(120);
            var filled = Check(product, file, "LST_Day_1km", cell => grid.Position(cell % 120 + 0.5, cell / 120 + 0.5) ?? default);
            Assert.InRange(filled / 14400.0, least, most);
            var quality = new QualityMask(product.QualityOf(product.FindDataSet("LST_Day_1km")!)!);
            Assert.Equal(filled, file.DataSet("QC_Day")!.Read<byte>().Count(flags => quality.Accepts(flags)));
        }
    }

    [Fact]
    public void Red_and_near_infrared_have_a_vegetation_index_that_varies_over_the_place_and_is_higher_in_summer()
    {
        foreach (var (tile, summer, winter) in new[] { (new TileNumber(17, 4), new DateOnly(2024, 7, 9), Day), (new TileNumber(30, 12), Day, new DateOnly(2024, 7, 9)) })
        {
            var (inSummer, inWinter) = (Indices(tile, summer), Indices(tile, winter));
            Assert.InRange(inSummer.Min(), 0.09, 0.35);
            Assert.InRange(inSummer.Max(), 0.65, 0.81);
            Assert.True(inSummer.Average() > inWinter.Average() + 0.05, $"{tile}: {inSummer.Average()}, {inWinter.Average()}");

            // Neighbours are 10 km apart: a picture has patches, and no noise.
            var seen = inSummer.Zip(inSummer.Skip(1), (left, right) => Math.Abs(left - right)).ToArray();
            Assert.True(seen.Average() < 0.1, $"{tile}: {seen.Average()}");
        }

        static double[] Indices(TileNumber tile, DateOnly day)
        {
            var product = MadeArchive.Find("MOD09GA")!;
            var file = Hdf4File.Open(Archive.Make(Archive.Names(product, day).Select(name => Archive.Parse(name)!).Single(name => name.Tile == tile)));
            var values = new[] { "sur_refl_b01_1", "sur_refl_b02_1" }.Select(name => (file.DataSet(name)!.Read<short>(), new ValueDecoder(product.FindDataSet(name)!))).ToArray();
            return
            [
                .. from cell in Enumerable.Range(0, values[0].Item1.Length)
                   let red = values[0].Item2.Decode(values[0].Item1[cell])
                   let near = values[1].Item2.Decode(values[1].Item1[cell])
                   where red is not null && near is > 0.01
                   select (near.Value - red.Value) / (near.Value + red.Value),
            ];
        }
    }

    [Fact]
    public void A_made_swath_and_its_positions_go_to_a_tile_that_is_the_truth_within_a_pixel()
    {
        var (product, positions) = (MadeArchive.Find("MOD11_L2")!, MadeArchive.Find("MOD03")!);
        var filled = 0;
        foreach (var time in new[] { new TimeOnly(10, 0), new TimeOnly(10, 5), new TimeOnly(10, 10) })
        {
            var file = Hdf4File.Open(Archive.Make(NamesOf(product).Single(name => name.Time == time)));
            var places = Hdf4File.Open(Archive.Make(NamesOf(positions).Single(name => name.Time == time)));
            var lst = file.DataSet("LST")!;
            var (lines, samples) = (lst.Dimensions[0].Length, lst.Dimensions[1].Length);
            var exact = new SwathGeometry(lines, samples, 10, places.DataSet("Latitude")!.Read<float>(), places.DataSet("Longitude")!.Read<float>());
            Assert.Equal(MadeOrbit.Of(Platform.Terra, Day, 10).Swath(time.ToTimeSpan().TotalSeconds, 20).Latitude, exact.Latitude);

            // The positions of the granule itself, of every fifth pixel, lead to those of all.
            var map = HdfEosStructure.Read(file)!.Swaths[0].DimensionMaps[0];
            var kept = file.DataSet("Latitude")!;
            var expanded = new DimensionMap(map.Offset, map.Increment).Expand(
                new SwathGeometry(kept.Dimensions[0].Length, kept.Dimensions[1].Length, 2, kept.Read<float>(), file.DataSet("Longitude")!.Read<float>()),
                lines, samples, 10);
            var middle = 5 * samples + samples / 2;
            Assert.Equal(exact.Latitude[middle], expanded.Latitude[middle], 0.05f);

            var values = lst.Read<ushort>();
            var pixel = Array.FindIndex(values, middle, value => value != 0);
            var tile = SinusoidalTile.At(exact.Latitude[pixel], exact.Longitude[pixel]).Grid(60);
            var raster = SwathToTile.Map([new Swath<ushort>(exact, values, 0)], tile, MergeRule.Nearest);
            for (var cell = 0; cell < raster.Values.Length; cell++)
                if (raster.Values[cell] != 0 && tile.Position(cell % 60 + 0.5, cell / 60 + 0.5) is var (latitude, longitude))
                {
                    filled++;
                    // 80 K over the field; half the diagonal of the largest pixel, 20 km by 50 km.
                    Assert.Equal(250 + 80 * Field.At(latitude, longitude), raster.Values[cell] * 0.02, 80 * TrueField.SteepestPerMetre * 27000 + 0.02);
                }
        }

        Assert.True(filled > 1000);
    }

    [Fact]
    public void The_satellites_see_the_same_place_at_other_times_and_seeds_differ()
    {
        byte[] Bytes(string id, int seed) => new MadeArchive(Small with { Seed = seed }).Make(NamesOf(MadeArchive.Find(id)!).First());

        var terra = Hdf4File.Open(Bytes("MOD03", 7)).DataSet("Latitude")!.Read<float>();
        Assert.NotEqual(terra, Hdf4File.Open(Bytes("MYD03", 7)).DataSet("Latitude")!.Read<float>());
        Assert.NotEqual(Bytes("MOD11_L2", 7), Bytes("MOD11_L2", 8));
    }

    [Fact]
    public void A_day_has_288_swaths_or_the_tiles_of_the_Earth_and_every_name_is_understood()
    {
        Assert.Equal(288, NamesOf(MadeArchive.Find("MOD03")!).Count());
        Assert.Equal(460, NamesOf(MadeArchive.Find("MOD11A1")!).Count());
        Assert.Empty(Archive.Names(MadeArchive.Find("MCD15A2H")!, new(2024, 1, 2)));
        Assert.Null(Archive.Parse("MOD11A1.A2024025.h00v00.061.2024026001157.hdf"));
        Assert.Null(Archive.Parse("MOD11A1.A2024025.h18v04.061.2024027001157.hdf"));
        Assert.Null(Archive.Parse("MOD11A1.A2024025.0000.061.2024026001157.hdf"));
    }

    private static IEnumerable<GranuleName> NamesOf(ImageProduct product) => Archive.Names(product, Day).Select(name => Archive.Parse(name)!);

    /// <summary>Compares what is not fill with the truth, and says how many cells that are.</summary>
    private static int Check(ImageProduct product, Hdf4File file, string dataSet, Func<int, (double Latitude, double Longitude)> place)
    {
        var set = product.FindDataSet(dataSet)!;
        var (decoder, quantity, filled, cell) = (new ValueDecoder(set), MadeQuantity.Of(dataSet)!, 0, 0);
        foreach (var stored in file.DataSet(dataSet)!.Read())
        {
            if (decoder.Decode(Convert.ToDouble(stored, System.Globalization.CultureInfo.InvariantCulture)) is { } value)
            {
                filled++;
                var (latitude, longitude) = place(cell);
                Assert.Equal(quantity.At(Field, latitude, longitude), value, set.Scaling!.Scale * 0.501);
            }

            cell++;
        }

        return filled;
    }
}
