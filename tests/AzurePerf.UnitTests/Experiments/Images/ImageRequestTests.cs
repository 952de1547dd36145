using AzurePerf.Core.Experiments.Images;
using AzurePerf.Imagery.Kernels;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Images;

public sealed class ImageRequestTests
{
    private static readonly string Hash = new('a', 64);
    private static readonly ModisPipelineOptions Options = new();

    public static TheoryData<ModisPipelineOptions, string, string> Faults => new()
    {
        { new() { Light = SwathLight.Night }, "light", "must be any: MOD11A1 has tiles, and only swaths are chosen by light" },
        { Options with { Product = "MOD99" }, "product", "must be one of MCD15A2H, MOD021KM, MOD03, MOD04_L2, MOD05_L2, MOD06_L2, MOD07_L2, MOD09GA, MOD11A1, MOD11_L2, MYD021KM, MYD03, MYD04_L2, MYD05_L2, MYD06_L2, MYD07_L2, MYD09GA, MYD11A1, MYD11_L2" },
        { Options with { DataSet = "LST" }, "dataSet", "must be one of LST_Day_1km, Day_view_time, Day_view_angl, LST_Night_1km, Night_view_time, Night_view_angl, Emis_31, Emis_32" },
        { Options with { DataSet = "LST_Day_1km LST" }, "dataSet", "must be one of LST_Day_1km, Day_view_time, Day_view_angl, LST_Night_1km, Night_view_time, Night_view_angl, Emis_31, Emis_32" },
        { Options with { Product = "MOD021KM", DataSet = "EV_1KM_Emissive EV_1KM_RefSB", Band = "31" }, "band", "must be empty where dataSet names several: each is taken with its first band" },
        { Options with { Band = "3" }, "band", "must be empty: LST_Day_1km has no bands" },
        { Options with { Quality = "superb" }, "quality", "must be one of best, good, any" },
        { Options with { DataSet = "Emis_31", Quality = "good" }, "quality", "must be empty: Emis_31 has no quality flags" },
        { Options with { Area = "polygon 0 0, 10 10, 10 0, 0 10" }, "area", "has a polygon whose sides cross or touch near longitude 5, latitude 5" },
        { Options with { From = "25.1.2024" }, "from", "must be a day such as 2024-01-25" },
        { Options with { From = "1999-12-31" }, "from", "is before MOD11A1 begins, on 2000-02-24" },
        { Options with { Product = "MCD15A2H", DataSet = "", From = "2024-01-02" }, "from", "must be a day on which a period of MCD15A2H begins, every 8 days from 1 January, or days must reach to the next one" },
        { Options with { Area = "box -180 -90 180 90", Days = 3_652 }, "days", "make 1,679,920 images with the 460 tiles of area; a run makes at most 1,000,000: ask for fewer days or a smaller area" },
        { Options with { Product = "MOD021KM", Area = "box -180 -90 180 90", Days = 2_100, AggregateDays = 30 }, "days", "may need 1,209,600 granules; a run fetches at most 1,000,000: ask for fewer days" },
        { Options with { Area = "box 0 86 10 89", Projection = MapProjection.WebMercator }, "projection", "shows nothing beyond 85.05 degrees, where all of area lies: use geographic" },
        { Options with { Area = "box -180 -90 180 90", Days = 3_650, AggregateDays = 30 }, "days", "make 1,679,000 images with the 460 tiles of area; a run makes at most 1,000,000: ask for fewer days or a smaller area" },
        { Options with { Days = 3_650 }, "aggregateDays", "puts 3,650 days together; a period has at most 300: ask for shorter periods" },
        { Options with { Area = "" }, "area", "must name tiles such as h18v04 h19v04, box WEST SOUTH EAST NORTH, or polygon LONGITUDE LATITUDE, LONGITUDE LATITUDE, ..." },
        { Options with { Area = "box -180 90 180 90" }, "area", "has a box whose south, 90, is not below its north, 90" },
        { Options with { Area = "polygon 0 80, 120 80, -120 80" }, "area", "has a polygon around a pole, so that either side could be meant: write a box" },
        { Options with { From = "9999-12-30", Days = 30, AggregateDays = 30 }, "days", "go beyond the year 9999" },
        { Options with { From = "2024-02-30" }, "from", "must be a day such as 2024-01-25" },
        { Options with { Days = 400 }, "aggregateDays", "puts 400 days together; a period has at most 300: ask for shorter periods" },
        { Options with { Product = "MOD09GA", Aggregate = Aggregate.Median, Days = 200 }, "aggregateDays", "puts 200 days together; a median of sur_refl_b01_1 takes at most 46: ask for shorter periods or for the mean" },
        { Options with { Reductions = "picture video" }, "reductions", "has 'video': must be one of histogram, picture, program, zones" },
        { Options with { Reductions = "picture program" }, "program", "must be given because reductions has 'program': azureperf programs list shows what there is" },
        { Options with { Reductions = "picture", Program = Hash }, "program", "is given, but reductions does not have 'program': add it, or leave the program out" },
        { Options with { Area = "box -180 -90 180 90", Reductions = "program", Program = Hash, DataSet = "LST_Day_1km Emis_31" }, "area", "gives the program 920 images of a period, one for each tile and data set; it takes at most 600: ask for a smaller area or fewer data sets" },
        { Options with { Reductions = "program", Program = "1f0c9a3e" }, "program", "must be 64 digits 0-9 and a-f: azureperf programs list shows them" },
    };

    [Theory]
    [MemberData(nameof(Faults))]
    public void What_cannot_be_made_is_refused_in_one_sentence(ModisPipelineOptions options, string parameter, string message)
    {
        var fault = Assert.Single(options.Faults());

        Assert.Equal((parameter, message), (fault.Parameter, fault.Message));
    }

    [Theory]
    [InlineData("box 170 -20 -170 -10", "h00v10 h01v10 h02v10 h33v10 h34v10 h35v10")]
    [InlineData("polygon 179 1, -179 1, -179 2, 179 2", "h00v08 h35v08")]
    [InlineData("box -180 89 180 90", "h17v00 h18v00")]
    public void A_region_across_the_date_line_and_a_box_at_a_pole_are_asked_for_like_any_other(string area, string tiles) =>
        Assert.Equal(tiles, string.Join(' ', ImageRequest.Read(Options with { Area = area }).Request!.Area.Tiles));

    [Theory]
    [InlineData("MOD11A1", "h18v04 h19v04", 2)]
    [InlineData("MOD07_L2", "h18v04", 30)]
    [InlineData("MOD07_L2", "h18v04 h19v04", 60)]
    [InlineData("MOD07_L2", "box -180 -90 180 90", 288)]
    public void A_day_needs_a_granule_of_each_tile_or_the_swaths_that_can_cross_the_tiles(string product, string area, int granules) =>
        Assert.Equal(granules, ImageRequest.Read(Options with { Product = product, DataSet = "", Area = area }).Request!.MostGranulesOfDay);

    [Fact]
    public void Everything_that_is_wrong_is_told_at_once() => Assert.Equal(
        ["product", "area", "from", "reductions"],
        (Options with { Product = "", Area = "", From = "", Reductions = "x" }).Faults().Select(fault => fault.Parameter));

    [Fact]
    public void Periods_are_counted_from_the_first_day()
    {
        var request = ImageRequest.Read(Options with { Days = 7, AggregateDays = 3 }).Request!;

        Assert.Equal([3, 3, 1], request.Periods.Select(period => period.Days.Count));
        Assert.Equal(new DateOnly(2024, 1, 31), request.Periods[^1].First);
    }

    [Fact]
    public void A_product_of_eight_days_is_asked_for_on_the_days_that_it_begins()
    {
        var request = ImageRequest.Read(Options with { Product = "MCD15A2H", Days = 30, From = "2024-01-05" }).Request!;

        Assert.Equal([9, 17, 25, 2], request.Days.Select(day => day.Day));
    }

    [Fact]
    public void Images_of_swaths_have_other_keys_and_names_by_day_and_by_night()
    {
        var options = new ModisPipelineOptions { Product = "MOD11_L2" };

        ImageRequest[] requests = [.. Enum.GetValues<SwathLight>().Select(light => ImageRequest.Read(options with { Light = light }).Request!)];

        Assert.Distinct(requests.Select(request => ImageKeys.PrefixOfImage(request, "h18v04")));
        Assert.Equal(["MOD11_L2.LST", "MOD11_L2.LST.day", "MOD11_L2.LST.night"], requests.Select(request => request.Subject.Name));
        Assert.Distinct(requests.Select(request => request.Title));
    }

    [Fact]
    public void What_a_program_makes_has_another_key_with_another_program_and_the_same_for_what_no_program_sees()
    {
        string KeyOf(ModisPipelineOptions options) => ImageKeys.OfResult(
            ImageRequest.Read(options).Request!, "program", new([new(2024, 1, 25)]), ["h18v04-11111111-1.tif"]);
        var options = Options with { Reductions = "program", Program = Hash };

        Assert.StartsWith("program-", KeyOf(options), StringComparison.Ordinal);
        Assert.NotEqual(KeyOf(options), KeyOf(options with { Program = new('b', 64) }));
        Assert.NotEqual(KeyOf(options), KeyOf(options with { Aggregate = Aggregate.Max }));
        Assert.Equal(KeyOf(options), KeyOf(options with { Projection = MapProjection.WebMercator, Area = "h18v04 h18v03" }));
    }
}
