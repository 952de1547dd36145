using System.Text.Json;
using AzurePerf.Imagery;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Products;
using AzurePerf.ImageryTests.Hdf4;
using AzurePerf.Sources.Made;
using Xunit;

namespace AzurePerf.ImageryTests.Images;

public sealed class DayImageTests(ITestOutputHelper output)
{
    private static readonly SinusoidalTile Tropics = new(22, 8);

    public static TheoryData<string, string> OfTiles => Made(ProductKind.Tile);

    public static TheoryData<string, string> OfSwaths => Made(ProductKind.Swath);

    [Fact]
    public void Images_by_day_and_by_night_of_the_same_day_cannot_be_taken_for_each_other()
    {
        var any = MadeDay.Subject("MOD11_L2", "LST");
        var granules = MadeDay.Swaths(any, 600);
        var places = MadeDay.Positions(any, granules[0].Data);
        var tile = SinusoidalTile.At(places.Latitude[places.Samples / 2], places.Longitude[places.Samples / 2]);

        ImageFile[] files = [.. new[] { "", "day", "night" }.Select(light => DayImage.OfSwaths(any with { Light = light }, MadeDay.Day, tile, granules, MergeRule.Nearest))];

        Assert.Distinct(files.Select(file => Item(file).GetProperty("id").GetString()));
        Assert.Distinct(files.Select(file => StoredImage.Read(file.GeoTiff).Tags.Description));
        Assert.Equal("night", Item(files[2]).GetProperty("properties").GetProperty("azureperf:light").GetString());
        Assert.False(Item(files[0]).GetProperty("properties").TryGetProperty("azureperf:light", out _));

        static JsonElement Item(ImageFile file) => JsonSerializer.Deserialize<JsonElement>(file.Item);
    }

    [Theory]
    [MemberData(nameof(OfTiles))]
    public void A_tile_has_the_good_cells_of_its_granule_and_they_are_the_truth(string product, string dataSet)
    {
        var subject = MadeDay.Subject(product, dataSet);
        var granule = MadeDay.Tile(product, Tropics);

        var file = DayImage.OfTile(subject, MadeDay.Day, Tropics, granule);

        var image = StoredImage.Read(file.GeoTiff);
        Assert.Equal(subject.DataSet.NumberType, image.Type);
        Assert.Equal(Tropics.Grid(subject.Product.ShapeOf(subject.DataSet).Rows / 10), image.Raster.Grid);
        Assert.Equal(MadeDay.Stored(subject, granule), Known(image.Raster));
        Assert.InRange(CheckTruth(subject, image, subject.DataSet.Scaling!.Scale * 0.501), 1000, int.MaxValue);
        Assert.Equal(image.Raster.Values.Count(value => !image.Raster.IsFill(value)) / (double)image.Raster.Values.Length, file.Coverage);
    }

    [Theory]
    [MemberData(nameof(OfSwaths))]
    public void Swaths_on_a_tile_are_what_the_kernel_alone_gives_of_their_good_pixels(string product, string dataSet)
    {
        var subject = MadeDay.Subject(product, dataSet);
        var granules = MadeDay.Swaths(subject, 600, 605, 610);
        var swaths = granules.Select(granule =>
            new Swath<double>(MadeDay.Positions(subject, granule.Data), MadeDay.Stored(subject, granule.Data), double.NaN)).ToArray();
        var middle = swaths[1].Geometry.Samples / 2;
        var tile = SinusoidalTile.At(swaths[1].Geometry.Latitude[middle], swaths[1].Geometry.Longitude[middle]);
        var cells = subject.Product.ShapeOf(subject.DataSet).Name switch { "1km" => 120, "5km" => 24, _ => 12 };

        foreach (var rule in Enum.GetValues<MergeRule>())
        {
            var file = DayImage.OfSwaths(subject, MadeDay.Day, tile, granules, rule);

            var image = StoredImage.Read(file.GeoTiff);
            Assert.Equal(subject.DataSet.NumberType, image.Type);
            Assert.Equal(SwathToTile.Map(swaths, tile.Grid(cells), rule).Values, Known(image.Raster));
            Assert.Contains(image.Raster.Values, value => !image.Raster.IsFill(value));
            // Half the diagonal of the largest pixel at 1 km, made ten times coarser; of 5 km and 10 km five and ten times that.
            var largest = 27_000.0 * 120 / cells;
            if (MadeQuantity.Of(dataSet) is { } quantity)
                CheckTruth(subject, image, (quantity.High - quantity.Low) * TrueField.SteepestPerMetre * largest + subject.DataSet.Scaling!.Scale);
        }
    }

    [Fact]
    public void Night_stays_fill_by_day()
    {
        var night = DayImage.OfTile(MadeDay.Subject("MOD11A1", "LST_Day_1km"), MadeDay.Day, new(18, 0), MadeDay.Tile("MOD11A1", new(18, 0)));
        Assert.Equal(0, night.Coverage);

        var depth = MadeDay.Subject("MOD04_L2", "Optical_Depth_Land_And_Ocean");
        var dark = Enumerable.Range(0, 28).Select(hour => MadeDay.Swaths(depth, hour * 50)[0]).First(granule => MadeDay.Stored(depth, granule.Data).All(double.IsNaN));
        var places = MadeDay.Positions(depth, dark.Data);
        var tile = SinusoidalTile.At(places.Latitude[6], places.Longitude[6]);
        Assert.Equal(0, DayImage.OfSwaths(depth, MadeDay.Day, tile, [dark], MergeRule.Nearest).Coverage);

        var water = MadeDay.Subject("MOD07_L2", "Total_Ozone");
        var seen = MadeDay.Swaths(water, (int)GranuleMinute(dark.Name));
        Assert.InRange(DayImage.OfSwaths(water, MadeDay.Day, tile, seen, MergeRule.Nearest).Coverage, 0.05, 1);
    }

    [Fact]
    public void The_item_tells_catalogues_where_and_when_and_is_the_same_when_made_again()
    {
        var subject = MadeDay.Subject("MCD15A2H", "Lai_500m");
        var tile = new SinusoidalTile(18, 4);
        var day = new DateOnly(2024, 1, 25);
        var granule = MadeDay.Tile("MCD15A2H", tile, day);

        var file = DayImage.OfTile(subject, day, tile, granule);

        Assert.Equal("MCD15A2H.Lai_500m.good.2024-01-25_2024-02-01.h18v04", file.Name);
        Assert.Equal(file.Item, DayImage.OfTile(subject, day, tile, granule).Item);
        using var item = JsonDocument.Parse(file.Item);
        var root = item.RootElement;
        Assert.Equal("Feature", root.GetProperty("type").GetString());
        Assert.Equal(file.Name, root.GetProperty("id").GetString());
        var box = root.GetProperty("bbox").EnumerateArray().Select(number => number.GetDouble()).ToArray();
        // 10 degrees at the upper edge, at 50 north, are 15.56 of longitude.
        Assert.Equal([0, 40, 10 / Math.Cos(50 * Math.PI / 180), 50], box, (first, second) => Math.Abs(first - second) < 1e-9);
        var ring = root.GetProperty("geometry").GetProperty("coordinates")[0];
        Assert.Equal(ring[0].GetRawText(), ring[ring.GetArrayLength() - 1].GetRawText());
        var properties = root.GetProperty("properties");
        Assert.Equal("2024-01-25T00:00:00Z", properties.GetProperty("start_datetime").GetString());
        Assert.Equal("2024-02-01T23:59:59Z", properties.GetProperty("end_datetime").GetString());
        Assert.Equal(file.ValuesHash, properties.GetProperty("azureperf:values_sha256").GetString());
        var asset = root.GetProperty("assets").GetProperty("image");
        Assert.Equal($"./{file.Name}.tif", asset.GetProperty("href").GetString());
        Assert.Equal(("uint8", 249, 0.1), (asset.GetProperty("data_type").GetString(), asset.GetProperty("nodata").GetInt32(), asset.GetProperty("raster:scale").GetDouble()));
    }

    [Theory]
    [InlineData(11, 1)]
    [InlineData(24, 1)]
    [InlineData(14, 0)]
    [InlineData(21, 0)]
    [InlineData(11, 16)]
    [InlineData(21, 17)]
    public void A_tile_that_is_on_the_Earth_for_less_than_a_degree_has_a_place_in_its_item(int h, int v)
    {
        var tile = new SinusoidalTile(h, v);
        var file = DayImage.OfTile(MadeDay.Subject("MOD11A1", "LST_Day_1km"), MadeDay.Day, tile, MadeDay.Tile("MOD11A1", tile));

        using var item = JsonDocument.Parse(file.Item);
        var box = item.RootElement.GetProperty("bbox").EnumerateArray().Select(number => number.GetDouble()).ToArray();
        Assert.InRange(box[3] - box[1], 0.1, 1);
        Assert.InRange(box[2] - box[0], 0.1, 30);
        Assert.Equal("Polygon", item.RootElement.GetProperty("geometry").GetProperty("type").GetString());
    }

    [Fact]
    public void An_item_that_is_led_to_another_file_and_back_has_the_same_bytes()
    {
        var tile = new SinusoidalTile(18, 4);
        var file = DayImage.OfTile(MadeDay.Subject("MOD11A1", "LST_Day_1km"), MadeDay.Day, tile, MadeDay.Tile("MOD11A1", tile));

        var led = ItemLink.To(file.Item, "a.tif");

        using var item = JsonDocument.Parse(led);
        Assert.Equal("./a.tif", item.RootElement.GetProperty("assets").GetProperty("image").GetProperty("href").GetString());
        Assert.Equal(file.Item, ItemLink.To(led, file.Name + ".tif"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("content")]
    [InlineData("[]")]
    [InlineData("""{"assets":[]}""")]
    [InlineData("""{"assets":{"image":{}}}""")]
    [InlineData("""{"assets":{"image":{"href":"a","href":"b"}}}""")]
    [InlineData("""{"assets":{"image":{"href":"a"},"other":"\ud800"}}""")]
    public void What_is_no_item_stays_as_it_is(string text) =>
        Assert.Equal(System.Text.Encoding.UTF8.GetBytes(text), ItemLink.To(System.Text.Encoding.UTF8.GetBytes(text), "a.tif"));

    [Fact]
    public void A_granule_of_another_tile_or_another_product_is_refused_in_a_sentence()
    {
        var subject = MadeDay.Subject("MOD11A1", "LST_Day_1km");
        var granule = MadeDay.Tile("MOD11A1", Tropics);

        Assert.Equal(
            "The grid of LST_Day_1km is not that of tile h22v09.",
            Assert.Throws<UnreadableFileException>(() => DayImage.OfTile(subject, MadeDay.Day, new(22, 9), granule)).Message);
        Assert.Equal(
            "The granule has no data set Fpar_500m.",
            Assert.Throws<UnreadableFileException>(() => DayImage.OfTile(MadeDay.Subject("MCD15A2H", "Fpar_500m"), MadeDay.Day, Tropics, granule)).Message);
        var lst = MadeDay.Subject("MOD11_L2", "LST");
        var wrong = new SwathFiles("name.hdf", granule);
        Assert.Equal(
            "name.hdf: The granule has no data set LST.",
            Assert.Throws<UnreadableFileException>(() => DayImage.OfSwaths(lst, MadeDay.Day, Tropics, [wrong], MergeRule.Nearest)).Message);
        Assert.Throws<ArgumentException>(() => DayImage.OfSwaths(lst, MadeDay.Day, Tropics, [], MergeRule.Nearest));
        Assert.Throws<ArgumentException>(() => DayImage.OfTile(lst, MadeDay.Day, Tropics, granule));
    }

    [Fact]
    public void Damaged_granules_are_refused_as_unreadable_or_read()
    {
        const int Seed = 20240125;
        output.WriteLine($"seed {Seed}");
        var random = new Random(Seed);
        var (tile, swath) = (MadeDay.Subject("MOD11A1", "LST_Day_1km"), MadeDay.Subject("MOD11_L2", "LST"));
        var granule = MadeDay.Tile("MOD11A1", Tropics);
        var files = MadeDay.Swaths(swath, 605)[0];
        var refused = 0;
        for (var i = 0; i < 200; i++)
        {
            try
            {
                _ = i % 2 == 0
                    ? DayImage.OfTile(tile, MadeDay.Day, Tropics, Damage.Of(granule, random))
                    : DayImage.OfSwaths(swath, MadeDay.Day, Tropics, [files with { Data = Damage.Of(files.Data.ToArray(), random) }], MergeRule.Nearest);
            }
            catch (UnreadableFileException)
            {
                refused++;
            }
        }

        Assert.InRange(refused, 50, 199);
    }

    // MOD04_L2.A2024025.1320.061.
    private static double GranuleMinute(string name) =>
        TimeOnly.ParseExact(name.Split('.')[2], "HHmm", System.Globalization.CultureInfo.InvariantCulture).ToTimeSpan().TotalMinutes;

    private static TheoryData<string, string> Made(ProductKind kind) => new(
        from product in ProductCatalogue.Shipped.Products
        where product.File.Kind == kind && product.Twin.Platform != Platform.Aqua && MadeArchive.Find(product.Id) is not null
        from set in product.File.DataSets
        where MadeQuantity.Of(set.Name) is not null || set.Name is "Latitude"
        select (product.Id, set.Name));

    private static double[] Known(Raster<double> raster) => Array.ConvertAll(raster.Values, value => raster.IsFill(value) ? double.NaN : value);

    private static int CheckTruth(ImageSubject subject, StoredImage image, double within)
    {
        var (physical, quantity, filled) = (image.Physical(), MadeQuantity.Of(subject.DataSet.Name)!, 0);
        var grid = physical.Grid;
        for (var cell = 0; cell < physical.Values.Length; cell++)
        {
            if (double.IsNaN(physical.Values[cell]))
                continue;
            filled++;
            var (latitude, longitude) = grid.Position(cell % grid.Columns + 0.5, cell / grid.Columns + 0.5)!.Value;
            Assert.Equal(quantity.At(MadeDay.Field, MadeDay.Vegetation, latitude, longitude), physical.Values[cell], within);
        }

        return filled;
    }
}
