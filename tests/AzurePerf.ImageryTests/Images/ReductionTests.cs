using System.Globalization;
using System.Text;
using System.Text.Json;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Reductions;
using AzurePerf.ImageryTests.Kernels;
using Xunit;

namespace AzurePerf.ImageryTests.Images;

public sealed class ReductionTests
{
    private static readonly ImageSubject Subject = MadeDay.Subject("MOD11A1", "LST_Day_1km");
    private static readonly SinusoidalTile[] Alps = [new(18, 4), new(19, 4), new(18, 3)];

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(Projection.Geographic, Resampling.Nearest)]
    [InlineData(Projection.Geographic, Resampling.Bilinear)]
    [InlineData(Projection.WebMercator, Resampling.Nearest)]
    [InlineData(Projection.WebMercator, Resampling.Bilinear)]
    public async Task A_picture_has_each_tile_as_the_kernel_alone_draws_it(Projection projection, Resampling resampling)
    {
        var input = MadePeriod.Of(Subject, Aggregate.Mean, Alps) with { Projection = projection, Resampling = resampling };

        var reduced = await new PictureReduction().MakeAsync(input, Cancel);

        Assert.Equal(["picture.png", "picture.json", "picture.tif"], reduced.Files.Select(file => file.Suffix));
        var map = Read<ushort>(reduced.Files[2].Content);
        var expected = map.Grid.Filled<ushort>(0);
        foreach (var tile in await TilesAsync(input))
        {
            var drawn = resampling == Resampling.Nearest ? TileToMap.Nearest(tile, map.Grid) : TileToMap.Bilinear(tile, map.Grid);
            for (var cell = 0; cell < drawn.Values.Length; cell++)
                if (drawn.Values[cell] != 0)
                    expected.Values[cell] = drawn.Values[cell];
        }

        Assert.Equal(expected.Values, map.Values);
        Assert.Equal(expected.Coverage(), reduced.Coverage);
        Assert.InRange(reduced.Coverage, 0.2, 1);
        Assert.Equal(projection, map.Grid.Projection);
    }

    [Fact]
    public async Task A_region_across_the_date_line_is_one_picture()
    {
        var subject = MadeDay.Subject("MCD15A2H", "Lai_500m");
        var tiles = new SinusoidalTile[] { new(0, 8), new(35, 8), new(35, 9), new(0, 9) };
        var days = new[] { MadeDay.Day };
        var images = tiles.ToDictionary(tile => tile, tile => DayImage.OfTile(subject, MadeDay.Day, tile, MadeDay.Tile("MCD15A2H", tile)).GeoTiff);
        foreach (var projection in new[] { Projection.Geographic, Projection.WebMercator })
        {
            var input = new ReductionInput(
                subject, Aggregate.Max, days[0], days[0], tiles, (tile, _) => Task.FromResult<ReadOnlyMemory<byte>?>(images[tile]), projection);

            var reduced = await new PictureReduction().MakeAsync(input, Cancel);

            var map = StoredImage.Read(reduced.Files[2].Content);
            var grid = map.Raster.Grid;
            using var legend = JsonDocument.Parse(reduced.Files[1].Content);
            var bounds = legend.RootElement.GetProperty("bounds");
            Assert.Equal((170.0, 190.0), (bounds.GetProperty("west").GetDouble(), bounds.GetProperty("east").GetDouble()), (first, second) =>
                Math.Abs(first.Item1 - second.Item1) < 1e-6 && Math.Abs(first.Item2 - second.Item2) < 0.1);
            // Only what is outside the tiles, whose sides are curves, is empty; each value is the truth on either side.
            Assert.InRange(reduced.Coverage, 0.9, 1);
            var physical = map.Physical();
            for (var cell = 0; cell < physical.Values.Length; cell++)
            {
                var longitude = (grid.Left + (cell % grid.Columns + 0.5) * grid.CellWidth) * (projection == Projection.Geographic ? 1 : 180 / (Math.PI * 6378137));
                var latitude = grid.Projection.Latitude(grid.Top - (cell / grid.Columns + 0.5) * grid.CellHeight);
                // A cell of a tile whose centre lies beyond the edge of the world has no value; it is a twentieth of a degree wide.
                if ((Math.Abs(latitude) < 10 && Math.Abs(longitude - 180) is > 0.05 and < 0.2) || (Math.Abs(latitude) < 0.1 && Math.Abs(longitude - 180) > 0.05))
                    Assert.False(double.IsNaN(physical.Values[cell]), $"{latitude} {longitude}");
                if (!double.IsNaN(physical.Values[cell]))
                    Assert.Equal(7 * MadeDay.Field.At(latitude, longitude > 180 ? longitude - 360 : longitude), physical.Values[cell], 0.3);
            }
        }
    }

    [Fact]
    public void A_map_has_at_most_2048_cells_along_a_side_and_none_finer_than_those_of_the_tiles()
    {
        var world = new MapArea(-180, -90, 180, 90);
        var alps = MapArea.Of([new(18, 4)]);

        Assert.Equal((2048, 1024), (world.Map(Projection.Geographic, 926.6).Columns, world.Map(Projection.Geographic, 926.6).Rows));
        Assert.Equal(2048, world.Map(Projection.WebMercator, 926.6).Columns);
        Assert.InRange(new MapArea(170, -60, 190, 60).Map(Projection.WebMercator, 400).Rows, 2000, 2048);
        Assert.Equal((0, 40, 50), (alps.West, alps.South, alps.North));
        Assert.Equal(10 / 1200.0, alps.Map(Projection.Geographic, SinusoidalTile.Side / 1200).CellWidth, 1e-9);
        // A cell of a web map is smaller on the ground than on the plane.
        var web = alps.Map(Projection.WebMercator, SinusoidalTile.Side / 1200);
        Assert.InRange(web.CellWidth * Math.Cos(40 * Math.PI / 180), 926.6, 930);
        Assert.Throws<ArgumentException>(() => new MapArea(0, 86, 10, 90).Map(Projection.WebMercator, 1000));
        Assert.Throws<ArgumentException>(() => new MapArea(10, 0, 0, 10).Map(Projection.Geographic, 1000));
        Assert.Throws<ArgumentException>(() => MapArea.Of([new(0, 0)]));
    }

    [Fact]
    public void A_map_of_a_tile_shows_all_of_it_also_where_the_tile_leaves_the_Earth()
    {
        var tiles = Enumerable.Range(0, 36 * 18).Select(number => new SinusoidalTile(number % 36, number / 36));
        foreach (var (tile, outline) in tiles.Select(tile => (tile, TileOutline.Of(tile, 64))).Where(pair => pair.Item2.Count > 0))
        {
            var map = MapArea.Of([tile]);
            Assert.All(outline, corner =>
            {
                Assert.InRange(corner.Longitude, map.West - 1e-9, map.East + 1e-9);
                Assert.InRange(corner.Latitude, map.South, map.North);
            });
        }

        Assert.Equal(new MapArea(140, 60, 180, 70), Rounded(MapArea.Of([new(25, 2)])));
        Assert.Equal(new MapArea(140, 60, 220, 70), Rounded(MapArea.Of([new(10, 2), new(25, 2)])));

        static MapArea Rounded(MapArea area) => new(Math.Round(area.West, 9), area.South, Math.Round(area.East, 9), area.North);
    }

    [Fact]
    public async Task A_box_that_a_request_names_is_what_its_picture_shows()
    {
        var input = MadePeriod.Of(Subject, Aggregate.Mean, [new(18, 4)]) with { Area = new MapArea(5, 42, 9, 46) };

        var map = Read<ushort>((await new PictureReduction().MakeAsync(input, Cancel)).Files[2].Content).Grid;

        Assert.Equal((5, 46), (map.Left, map.Top));
        Assert.Equal((9, 42), (map.Right, map.Bottom), (first, second) => Math.Abs(first.Item1 - second.Item1) < 0.1 && Math.Abs(first.Item2 - second.Item2) < 0.1);
    }

    [Fact]
    public async Task The_legend_says_what_the_colours_mean()
    {
        var reduced = await new PictureReduction().MakeAsync(MadePeriod.Of(Subject, Aggregate.Max, Alps), Cancel);

        using var legend = JsonDocument.Parse(reduced.Files[1].Content);
        var root = legend.RootElement;
        Assert.Equal(("K", "max", "2024-01-25", "2024-01-26"), (Text("unit"), Text("aggregate"), Text("first"), Text("last")));
        Assert.Equal(255, root.GetProperty("colours").GetArrayLength());
        var (low, high) = (root.GetProperty("low").GetDouble(), root.GetProperty("high").GetDouble());
        var values = StoredImage.Read(reduced.Files[2].Content).Physical().Values.Where(value => !double.IsNaN(value)).Order().ToArray();
        Assert.InRange(values.Count(value => value < low) / (double)values.Length, 0, 0.02);
        Assert.InRange(values.Count(value => value > high) / (double)values.Length, 0, 0.02);
        Assert.InRange((high - low) / (values[^1] - values[0]), 0.3, 1.1);
        Assert.Equal(reduced.Coverage, root.GetProperty("coverage").GetDouble());

        string Text(string name) => root.GetProperty(name).GetString()!;
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public async Task Made_granules_of_one_tile_are_named_in_legend_and_GeoTIFF_and_change_no_hash(int made)
    {
        var period = MadePeriod.Of(Subject, Aggregate.Max, Alps);
        var measured = period with { Open = async (tile, cancel) => Marked((await period.Open(tile, cancel))!.Value, ofMade: false) };
        var mixed = period with { Open = async (tile, cancel) => Marked((await period.Open(tile, cancel))!.Value, tile == Alps[made]) };

        var (of, not) = (await new PictureReduction().MakeAsync(mixed, Cancel), await new PictureReduction().MakeAsync(measured, Cancel));

        foreach (var (reduced, expected) in new[] { (of, true), (not, false) })
        {
            using var legend = JsonDocument.Parse(reduced.Files[1].Content);
            Assert.Equal(expected, legend.RootElement.GetProperty("ofMadeGranules").GetBoolean());
            Assert.Equal(expected, StoredImage.Read(reduced.Files[2].Content).Tags.OfMadeGranules);
        }

        Assert.Equal(not.Files.Select(file => file.ValuesHash), of.Files.Select(file => file.ValuesHash));
        Assert.Equal(not.ValuesHash, of.ValuesHash);
    }

    [Fact]
    public async Task Zones_are_those_of_all_tiles_in_one_and_in_the_unit_of_the_product()
    {
        var input = MadePeriod.Of(Subject, Aggregate.Mean, Alps);

        var reduced = await new ZonesReduction().MakeAsync(input, Cancel);

        var lines = Lines(reduced);
        Assert.Equal("south,north,mean,min,max,unit,cells,coverage", lines[0]);
        Assert.Equal(21, lines.Length);
        var whole = Mosaic.Of([.. await TilesAsync(input)]);
        foreach (var (zone, line) in ZonalMean.Of(whole, 1).Zip(lines.Skip(1)))
        {
            var fields = line.Split(',');
            Assert.Equal((zone.South, zone.Cells), (Number(fields[0]), Number(fields[6])));
            if (zone.Cells > 0)
                Assert.Equal((zone.Mean * 0.02, zone.Min * 0.02, "K"), (Number(fields[2]), Number(fields[3]), fields[5]), (first, second) =>
                    Math.Abs(first.Item1 - second.Item1) < 1e-6 && Math.Abs(first.Item2 - second.Item2) < 1e-6 && first.Item3 == second.Item3);
        }
    }

    [Fact]
    public async Task A_histogram_has_every_value_once()
    {
        var input = MadePeriod.Of(Subject, Aggregate.Mean, Alps);

        var reduced = await new HistogramReduction().MakeAsync(input, Cancel);

        var classes = Lines(reduced).Skip(1).Select(line => line.Split(',')).ToArray();
        var values = (await TilesAsync(input)).SelectMany(tile => tile.Values).Where(value => value != 0).Select(value => value * 0.02).ToArray();
        Assert.Equal(64, classes.Length);
        Assert.Equal(values.Length, classes.Sum(fields => Number(fields[3])));
        Assert.Equal((values.Min(), values.Max()), (Number(classes[0][0]), Number(classes[^1][1])), (first, second) =>
            Math.Abs(first.Item1 - second.Item1) < 1e-9 && Math.Abs(first.Item2 - second.Item2) < 1e-9);
        Assert.Equal(values.Length / (3 * 14400.0), reduced.Coverage, 1e-9);
    }

    [Fact]
    public async Task A_tile_without_an_image_is_less_coverage_and_no_fault()
    {
        var whole = MadePeriod.Of(Subject, Aggregate.Mean, Alps);
        var part = whole with { Open = (tile, cancel) => tile == Alps[0] ? Task.FromResult<ReadOnlyMemory<byte>?>(null) : whole.Open(tile, cancel) };
        var none = whole with { Open = (_, _) => Task.FromResult<ReadOnlyMemory<byte>?>(null) };

        foreach (var reduction in ReductionCatalogue.All)
        {
            var (all, less) = (await reduction.MakeAsync(whole, Cancel), await reduction.MakeAsync(part, Cancel));
            Assert.InRange(less.Coverage, 0.01, all.Coverage - 0.05);
            Assert.NotEqual(all.ValuesHash, less.ValuesHash);
            Assert.Equal(less.ValuesHash, (await reduction.MakeAsync(part with { Tiles = [.. Alps.Reverse()] }, Cancel)).ValuesHash);
            await Assert.ThrowsAsync<InvalidOperationException>(() => reduction.MakeAsync(none, Cancel));
        }
    }

    [Fact]
    public async Task A_period_without_a_value_is_an_empty_picture()
    {
        var reduced = await new PictureReduction().MakeAsync(MadePeriod.Of(Subject, Aggregate.Mean, [new(18, 0)]), Cancel);

        Assert.Equal(0, reduced.Coverage);
        Assert.All(Read<ushort>(reduced.Files[2].Content).Values, value => Assert.Equal(0, value));
    }

    [Fact]
    public void Reductions_are_found_by_the_names_of_a_request()
    {
        Assert.Equal(ReductionCatalogue.All.Select(reduction => reduction.Name).Order(StringComparer.Ordinal), ReductionCatalogue.All.Select(reduction => reduction.Name));
        Assert.Equal(["picture", "zones"], ReductionCatalogue.Of("zones, picture zones").Select(reduction => reduction.Name));
        Assert.Empty(ReductionCatalogue.Of(" "));
        Assert.Equal(
            "unknown reduction: movie; known: histogram, picture, zones",
            Assert.Throws<ArgumentException>(() => ReductionCatalogue.Of("zones movie")).Message);
    }

    [Fact]
    public async Task A_new_reduction_is_one_file_and_one_line()
    {
        IReadOnlyList<IReduction> known = [.. ReductionCatalogue.All, new WarmestReduction()];

        var reduced = await known[^1].MakeAsync(MadePeriod.Of(Subject, Aggregate.Max, Alps), Cancel);

        Assert.Matches("^3[0-9]{2}\\.[0-9]+ K\n$", Encoding.UTF8.GetString(reduced.Files[0].Content));
    }

    /// <summary>All that somebody writes who wants to know the warmest cell.</summary>
    private sealed class WarmestReduction : IReduction
    {
        public string Name => "warmest";

        public string Title => "The warmest cell";

        public async Task<Reduced> MakeAsync(ReductionInput input, CancellationToken cancellationToken)
        {
            var warmest = double.MinValue;
            await foreach (var image in input.ImagesAsync(cancellationToken))
                warmest = image.Physical().Values.Where(value => !double.IsNaN(value)).Append(warmest).Max();
            return new Reduced([ReducedFile.OfText("warmest.txt", "text/plain", string.Create(CultureInfo.InvariantCulture, $"{warmest:F2} K\n"))], 1);
        }
    }

    private static ReadOnlyMemory<byte>? Marked(ReadOnlyMemory<byte> geoTiff, bool ofMade)
    {
        var image = StoredImage.Read(geoTiff);
        Assert.True(image.Tags.OfMadeGranules);
        return (image with { Tags = image.Tags with { OfMadeGranules = ofMade } }).Write().GeoTiff;
    }

    private static async Task<List<Raster<ushort>>> TilesAsync(ReductionInput input)
    {
        var tiles = new List<Raster<ushort>>();
        foreach (var tile in input.Tiles)
            tiles.Add(Read<ushort>((await input.Open(tile, Cancel))!.Value.ToArray()));
        return tiles;
    }

    private static string[] Lines(Reduced reduced) => Encoding.UTF8.GetString(reduced.Files[0].Content).TrimEnd('\n').Split('\n');

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    private static Raster<T> Read<T>(byte[] geoTiff)
        where T : unmanaged, System.Numerics.INumber<T> => GeoTiffReader.Read<T>(new MemoryStream(geoTiff)).Raster;
}
