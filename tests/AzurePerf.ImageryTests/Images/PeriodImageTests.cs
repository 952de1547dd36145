using System.Text;
using AzurePerf.Imagery;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Kernels;
using Xunit;

namespace AzurePerf.ImageryTests.Images;

/// <summary>Alone, since it measures the memory of the whole process.</summary>
[CollectionDefinition(nameof(PeriodImageTests), DisableParallelization = true)]
[Collection(nameof(PeriodImageTests))]
public sealed class PeriodImageTests(ITestOutputHelper output)
{
    private static readonly ImageSubject Subject = MadeDay.Subject("MOD11A1", "LST_Day_1km");
    private static readonly SinusoidalTile Tile = new(22, 8);
    private static readonly DateOnly First = new(2024, 1, 24);

    [Theory]
    [InlineData(Aggregate.Mean)]
    [InlineData(Aggregate.Max)]
    [InlineData(Aggregate.Min)]
    [InlineData(Aggregate.Median)]
    [InlineData(Aggregate.Count)]
    public void Days_of_a_tile_become_what_the_kernel_makes_of_them_at_once(Aggregate aggregate)
    {
        var days = Enumerable.Range(0, 4).Select(First.AddDays).ToArray();
        var images = days.Select(day => DayImage.OfTile(Subject, day, Tile, MadeDay.Tile("MOD11A1", Tile, day))).ToArray();
        var period = new PeriodImage(Subject, Tile, aggregate);
        foreach (var (day, image) in days.Zip(images))
            period.Add(day, image.GeoTiff);

        var files = period.End(First, First.AddDays(7));

        var expected = Composite.Of([.. images.Select(image => Read<ushort>(image.GeoTiff))], aggregate);
        Assert.Equal(expected.Values.Values, Read<ushort>(files.Values.GeoTiff).Values);
        Assert.Equal(expected.Days.Values, Read<ushort>(files.Days.GeoTiff).Values);
        Assert.Contains(expected.Days.Values, count => count is > 0 and < 4);
        Assert.Equal(expected.Coverage, files.Values.Coverage);
        Assert.InRange(files.Values.Coverage, images.Max(image => image.Coverage), 1);
        var word = aggregate.ToString().ToLowerInvariant();
        Assert.Equal($"MOD11A1.LST_Day_1km.good.2024-01-24_2024-01-31.{word}.h22v08", files.Values.Name);
        var (scale, unit) = aggregate == Aggregate.Count ? (1, "d") : (0.02, "K");
        Assert.Equal((scale, unit, true), StoredImage.Read(files.Values.GeoTiff).Tags is var tags ? (tags.Scale, tags.Unit, tags.OfMadeGranules) : default);
        Assert.True(StoredImage.Read(files.Days.GeoTiff).Tags.OfMadeGranules);
    }

    [Fact]
    public void A_period_of_composites_ends_with_the_last_day_of_the_last_one()
    {
        var subject = MadeDay.Subject("MCD15A2H", "Lai_500m");
        DateOnly[] days = [new(2024, 1, 25), new(2024, 2, 2)];
        var period = new PeriodImage(subject, Tile, Aggregate.Max);
        foreach (var day in days)
            period.Add(day, DayImage.OfTile(subject, day, Tile, MadeDay.Tile("MCD15A2H", Tile, day)).GeoTiff);

        var files = period.End(days[0], days[1]);

        Assert.Equal("MCD15A2H.Lai_500m.good.2024-01-25_2024-02-09.max.h22v08", files.Values.Name);
        Assert.All([files.Values, files.Days], file => Assert.Contains("\"end_datetime\": \"2024-02-09T23:59:59Z\"", Encoding.UTF8.GetString(file.Item), StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("MOD11A1", "LST_Day_1km", "Days with a value: ", "d")]
    [InlineData("MCD15A2H", "Lai_500m", "Granules with a value: ", "")]
    public void What_a_count_of_composites_counts_is_not_called_days(string product, string dataSet, string title, string unit)
    {
        var subject = MadeDay.Subject(product, dataSet);
        var period = new PeriodImage(subject, Tile, Aggregate.Max);
        period.Add(MadeDay.Day, DayImage.OfTile(subject, MadeDay.Day, Tile, MadeDay.Tile(product, Tile)).GeoTiff);

        var tags = StoredImage.Read(period.End(MadeDay.Day, MadeDay.Day).Days.GeoTiff).Tags;

        Assert.Equal((title + subject.Title, unit), (tags.Description, tags.Unit));
    }

    [Fact]
    public void A_count_goes_beyond_what_the_number_type_of_the_product_holds()
    {
        var subject = MadeDay.Subject("MCD15A2H", "Lai_500m");
        var image = DayImage.OfTile(subject, First, Tile, MadeDay.Tile("MCD15A2H", Tile, new(2024, 1, 25)));
        var period = new PeriodImage(subject, Tile, Aggregate.Count);
        for (var day = 0; day < 300; day++)
            period.Add(First.AddDays(day), image.GeoTiff);

        Assert.Equal(300, Read<ushort>(period.End(First, First.AddDays(299)).Values.GeoTiff).Values.Max());
    }

    [Theory]
    [InlineData(Aggregate.Mean)]
    [InlineData(Aggregate.Max)]
    [InlineData(Aggregate.Count)]
    public void A_year_needs_the_memory_of_a_few_days(Aggregate aggregate)
    {
        var image = DayImage.OfTile(Subject, First, Tile, BuiltGranule.Temperatures(Tile, 600, cell => (ushort)(8000 + cell % 1000))).GeoTiff;
        var period = new PeriodImage(Subject, Tile, aggregate);
        long Live(int from, int to)
        {
            for (var day = from; day < to; day++)
                period.Add(First.AddDays(day), image);
            return GC.GetTotalMemory(forceFullCollection: true);
        }

        var few = Live(0, 3);
        var many = Live(3, 60);
        output.WriteLine($"{few >> 10} KB, then {many >> 10} KB");

        // A day has 720,000 bytes.
        Assert.InRange(many - few, long.MinValue, 700_000);
        GC.KeepAlive(period);
    }

    [Fact]
    public void A_median_that_would_not_fit_says_what_to_do()
    {
        var image = DayImage.OfTile(Subject, First, Tile, BuiltGranule.Temperatures(Tile, 40, _ => 8000)).GeoTiff;
        var period = new PeriodImage(Subject, Tile, Aggregate.Median, largestMedianBytes: 3 * 40 * 40 * 2);
        for (var day = 0; day < 3; day++)
            period.Add(First.AddDays(day), image);

        var refusal = Assert.Throws<ArgumentException>(() => period.Add(First.AddDays(3), image));

        Assert.Equal(
            "A median keeps all its days in memory, at most 3 of this size: ask for shorter periods, or for mean, max, min or count.", refusal.Message);
        Assert.Equal((186, 46), (PeriodImage.LargestMedianDays(Subject), PeriodImage.LargestMedianDays(MadeDay.Subject("MOD09GA", "sur_refl_b01_1"))));
    }

    [Fact]
    public void Days_of_another_scale_become_numbers_of_the_first()
    {
        var subject = MadeDay.Subject("MOD021KM", "EV_1KM_Emissive", "20");
        var grid = Tile.Grid(4);
        byte[] Image(ushort value, double scale)
        {
            using var stream = new MemoryStream();
            var raster = new Raster<ushort>(grid, [.. Enumerable.Repeat(value, 15), 65535], 65535);
            GeoTiffWriter.Write(stream, raster, new ProductTags(scale, 0, "K", "made"));
            return stream.ToArray();
        }

        var period = new PeriodImage(subject, Tile, Aggregate.Max);
        period.Add(First, Image(3000, 0.001));
        period.Add(First.AddDays(1), Image(1000, 0.0041));

        var values = Read<ushort>(period.End(First, First).Values.GeoTiff).Values;
        Assert.Equal([.. Enumerable.Repeat((ushort)4100, 15), 65535], values);
    }

    [Fact]
    public void Days_that_do_not_fit_together_are_refused()
    {
        var image = DayImage.OfTile(Subject, First, Tile, BuiltGranule.Temperatures(Tile, 40, _ => 8000)).GeoTiff;
        var coarser = DayImage.OfTile(Subject, First, Tile, BuiltGranule.Temperatures(Tile, 20, _ => 8000)).GeoTiff;
        var period = new PeriodImage(Subject, Tile, Aggregate.Mean);
        Assert.Throws<InvalidOperationException>(() => period.End(First, First));
        period.Add(First, image);

        Assert.Throws<ArgumentException>(() => period.Add(First, image));
        Assert.Throws<UnreadableFileException>(() => period.Add(First.AddDays(1), coarser));
        Assert.Throws<UnreadableFileException>(() => period.Add(First.AddDays(1), image.AsMemory(0, image.Length / 2)));
        Assert.Throws<UnreadableFileException>(() => period.Add(First.AddDays(1), MadeDay.Tile("MOD11A1", Tile)));
        Assert.Throws<UnreadableFileException>(() => new PeriodImage(MadeDay.Subject("MCD15A2H", "Lai_500m"), Tile, Aggregate.Max).Add(First, image));
    }

    private static Raster<T> Read<T>(byte[] geoTiff)
        where T : unmanaged, System.Numerics.INumber<T> => GeoTiffReader.Read<T>(new MemoryStream(geoTiff)).Raster;
}
