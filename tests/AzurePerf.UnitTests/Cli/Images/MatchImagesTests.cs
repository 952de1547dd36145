using System.Globalization;
using System.Net;
using System.Text.Json.Nodes;
using System.Xml.Linq;
using AzurePerf.Cli.Images;
using AzurePerf.Cli.Output;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources.Made;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Images;

/// <summary>Images of made granules, whose true value is known everywhere, against readings of that truth.</summary>
public sealed class MatchImagesTests : IDisposable
{
    private const int Seed = 3;
    private const string DataSet = "LST_Day_1km";
    private const string Tile = "h18v04";
    private const string Key = "h18v04-1a2b3c4d-5e6f.tif";
    private const string Header = "name,latitude,longitude,time,value\n";
    private static readonly DateOnly Day = new(2024, 6, 25);
    private static readonly Lazy<byte[]> Image = new(() =>
    {
        var granule = new MadeArchive(new(Seed, Coarseness: 5)).Make(GranuleName.OfTile("MOD11A1", Day, new(18, 4), 61));
        var subject = ImageSubject.Of(ProductCatalogue.Shipped, "MOD11A1", "LST_Day_1km", "", "");
        return DayImage.OfTile(subject, Day, new SinusoidalTile(18, 4), granule).GeoTiff;
    });

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-stations-");

    private string Stations => Path.Combine(_folder.FullName, "stations.csv");

    private string Out => Path.Combine(_folder.FullName, "matches.csv");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Readings_of_the_truth_have_no_bias_and_the_answer_comes_first()
    {
        File.WriteAllText(Stations, Header + Truth(400));

        var tool = await MatchAsync("--out", Out);

        Assert.Equal(ExitCode.Ok, tool.Code);
        Assert.Matches(@"\A\d+ of 400 readings have a pixel: bias -?0\.0\d* K, RMSE 0\.\d+ K, correlation (1\.00|0\.99\d)", tool.Tool.Output.Replace("\n  ", " "));
        Assert.Contains("Simulated data, not satellite measurements: ", tool.Tool.Output, StringComparison.Ordinal);
        Assert.Matches(@"(?m)^nearest pixel +\d+ ", tool.Tool.Output);
        Assert.Matches(@"(?m)^mean of 3 x 3 +\d+ ", tool.Tool.Output);
        Assert.EndsWith($"matches  {Out}\n", tool.Tool.Output, StringComparison.Ordinal);
        Assert.Contains("\nthe time of day of the pixels is not known, so readings of other hours differ by the daily course: keep only readings near the "
            + "overpass (Terra about 10:30 and 22:30 local solar time, Aqua 13:30 and 01:30)\n", tool.Tool.Output.Replace("\n  ", " "), StringComparison.Ordinal);
        var lines = File.ReadAllLines(Out);
        Assert.Equal(401, lines.Length);
        Assert.StartsWith("name,latitude,longitude,time,value,image,", lines[0], StringComparison.Ordinal);
        Assert.Contains(",MOD11A1.LST_Day_1km.2024-06-25.h18v04,2024-06-25T00:00:00Z,2024-06-26T00:00:00Z,,", lines[1], StringComparison.Ordinal);
        Assert.EndsWith(",9,good", lines.First(line => line.Contains(",9,", StringComparison.Ordinal)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_answer_says_which_of_several_data_sets_the_readings_are_compared_with()
    {
        File.WriteAllText(Stations, Header + Truth(20));

        var (_, several) = await MatchAsync(Api("LST_Day_1km LST_Night_1km"));
        var (_, one) = await MatchAsync();
        var (_, json) = await MatchAsync(Api("LST_Day_1km LST_Night_1km"), "--output", "json");

        Assert.Contains("\ncompared with LST_Day_1km alone, the first of 2 data sets of the run\n", several.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("compared with", one.Output, StringComparison.Ordinal);
        Assert.Equal("LST_Day_1km", (string)JsonNode.Parse(json.Output)!["dataSet"]!);
    }

    [Fact]
    public async Task A_bias_of_the_readings_is_found_for_programs_too()
    {
        File.WriteAllText(Stations, Header + Truth(400, bias: -2.5));

        var (code, tool) = await MatchAsync("--output", "json");

        Assert.Equal(ExitCode.Ok, code);
        var document = JsonNode.Parse(tool.Output)!;
        Assert.InRange((double)document["nearest"]!["bias"]!, 2.4, 2.6);
        Assert.InRange((double)document["mean3x3"]!["rmse"]!, 2.4, 3);
        Assert.Equal("K", (string)document["unit"]!);
        Assert.True((bool)document["ofMadeGranules"]!);
        Assert.Equal(400, document["matches"]!.AsArray().Count);
        Assert.All(document["matches"]!.AsArray(), match => Assert.Null(match!["minutesApart"]));
    }

    [Fact]
    public async Task A_picture_has_a_dot_for_each_reading_with_a_pixel_near_the_line_on_which_both_are_equal()
    {
        File.WriteAllText(Stations, Header + Truth(100));
        var picture = Path.Combine(_folder.FullName, "matches.svg");

        var (code, tool) = await MatchAsync("--picture", picture);

        Assert.Equal(ExitCode.Ok, code);
        Assert.EndsWith($"picture  {picture}\n", tool.Output, StringComparison.Ordinal);
        var svg = XDocument.Load(picture).Root!;
        var dots = svg.Elements().Where(element => element.Name.LocalName == "circle").ToArray();
        Assert.Equal(int.Parse(tool.Output.Split(' ')[0], CultureInfo.InvariantCulture), dots.Length);
        Assert.All(dots, dot => Assert.InRange((double)dot.Attribute("cx")! - 110 + (double)dot.Attribute("cy")! - 100, 450 - 25, 450 + 25));
        Assert.Contains("100 readings have a pixel", svg.Value, StringComparison.Ordinal);
        Assert.Contains("of made granules", svg.Value, StringComparison.Ordinal);
        Assert.Contains("reading from the ground, K", svg.Value, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(271.3, 299.2, "270, 280, 290, 300")]
    [InlineData(0, 1, "0, 0.2, 0.4, 0.6, 0.8, 1")]
    [InlineData(-0.31, 0.62, "-0.5, 0, 0.5, 1")]
    [InlineData(5, 5, "5, 5.01")]
    public void Ticks_are_round_and_reach_over_both_ends(double low, double high, string expected) => Assert.Equal(
        expected, string.Join(", ", StationScatter.Ticks(low, high).Select(tick => Math.Round(tick, 9).ToString(CultureInfo.InvariantCulture))));

    [Fact]
    public void Ticks_are_few_rising_and_reach_over_both_ends_of_any_range() =>
        Gen.Double[-1e6, 1e6].Select(Gen.Double[-6, 6]).Sample((low, power) =>
        {
            var high = low + Math.Pow(10, power);
            var ticks = StationScatter.Ticks(low, high);
            Assert.InRange(ticks.Count, 2, 8);
            Assert.True(ticks[0] <= low + 1e-6 * (high - low) && ticks[^1] >= high - 1e-6 * (high - low));
            Assert.Equal(ticks.Order().Distinct(), ticks);
        });

    [Fact]
    public async Task Readings_without_an_image_stay_in_the_table_and_are_counted()
    {
        File.WriteAllText(Stations, Header + Truth(20) + "far,0,0,2024-06-25T10:00:00Z,1\nlate,45,5,2024-06-27T10:00:00Z,1\n");

        var (code, tool) = await MatchAsync();

        Assert.Equal(ExitCode.Ok, code);
        Assert.Contains("2 readings left out: no image of that place and time\n", tool.Output, StringComparison.Ordinal);
        Assert.EndsWith("--out FILE\n", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Every_wrong_line_is_said_before_anything_is_asked_or_written()
    {
        File.WriteAllText(Stations, Header + "a,91,5,2024-06-25T10:00:00Z,1\nb,45,5,yesterday,1\n" + string.Concat(Enumerable.Repeat("c\n", 30)));
        var api = Api();

        var (code, tool) = await MatchAsync(api, "--out", Out);

        Assert.Equal(ExitCode.Usage, code);
        Assert.Contains("stations.csv line 2 has the latitude '91': write a number from -90 to 90", tool.Error, StringComparison.Ordinal);
        Assert.Contains("stations.csv line 3 has the time 'yesterday': write it as 2024-01-25T10:30:00Z", tool.Error, StringComparison.Ordinal);
        Assert.Contains("and 12 more", tool.Error, StringComparison.Ordinal);
        Assert.Empty(api.Requests);
        Assert.False(File.Exists(Out));
    }

    [Theory]
    [InlineData("", "has no reading: write one in each line after the first")]
    [InlineData("far,0,0,2024-06-25T10:00:00Z,1\n", "none of 1 reading lies on the tile of one of the run's 1 image on its day (UTC): the readings are of")]
    public async Task Where_nothing_can_be_compared_the_command_says_why_and_writes_nothing(string rows, string reason)
    {
        File.WriteAllText(Stations, Header + rows);

        var (code, tool) = await MatchAsync("--out", Out);

        Assert.NotEqual(ExitCode.Ok, code);
        Assert.Contains(reason, tool.Error.Replace("\n  ", " "), StringComparison.Ordinal);
        Assert.Empty(tool.Output);
        Assert.False(File.Exists(Out));
    }

    [Theory]
    [InlineData("--stations and --out", "--out", "stations.csv")]
    [InlineData("--stations and --picture", "--picture", "stations.csv")]
    [InlineData("--out and --picture", "--out", "x", "--picture", "x")]
    public async Task No_file_is_written_over_the_readings_or_the_other_one(string which, params string[] options)
    {
        File.WriteAllText(Stations, Header + Truth(3));
        var api = Api();

        var (code, tool) = await MatchAsync(
            api, [.. options.Select(option => option.StartsWith('-') ? option : Path.Combine(_folder.FullName, ".", option))]);

        Assert.Equal(ExitCode.Usage, code);
        Assert.Contains($"{which} name the same file: {_folder.FullName}", tool.Error, StringComparison.Ordinal);
        Assert.Empty(api.Requests);
        Assert.Equal([Stations], _folder.GetFiles().Select(file => file.FullName));
    }

    [Theory]
    [InlineData("stations.csv", ExitCode.Usage)]
    [InlineData("none.csv", ExitCode.Ok)]
    [InlineData("latest.csv", ExitCode.Failure)]
    public async Task Readings_are_not_written_over_through_a_link_and_other_links_are_as_good_as_what_they_lead_to(string target, int code)
    {
        File.WriteAllText(Stations, Header + Truth(20));
        var link = Path.Combine(_folder.FullName, "latest.csv");
        File.CreateSymbolicLink(link, target);

        var tool = await MatchAsync("--out", link);

        Assert.Equal(code, tool.Code);
        Assert.Equal(code == ExitCode.Usage, tool.Tool.Error.Contains($"--stations and --out name the same file: {Stations}", StringComparison.Ordinal));
        Assert.DoesNotContain("unexpected", tool.Tool.Error, StringComparison.Ordinal);
        Assert.Equal(Header + Truth(20), File.ReadAllText(Stations));
    }

    [Fact]
    public async Task An_image_that_is_gone_ends_the_command_with_what_the_server_says()
    {
        File.WriteAllText(Stations, Header + Truth(3));
        var api = SampleImages.Api(request => request.Path.Contains("/days/", StringComparison.Ordinal)
            ? StubApi.Problem(HttpStatusCode.NotFound, """{"title":"There is nothing","status":404,"detail":"it was removed because nobody used it"}""")
            : Answer(request));

        var (code, tool) = await MatchAsync(api, "--out", Out);

        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("it was removed because nobody used it", tool.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(Out));
    }

    [Fact]
    public async Task Help_has_an_example()
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", "match", "--help"));

        Assert.Contains("azureperf images match 4x2k --stations stations.csv --out matches.csv", tool.Output, StringComparison.Ordinal);
    }

    private static StubApi Api(string dataSets = DataSet) => SampleImages.Api(request => Answer(request, dataSets));

    private static HttpResponseMessage? Answer(StubApi.Request request, string dataSets = DataSet) => request.Path switch
    {
        $"{SampleImages.Path}/manifest.json" => StubApi.Text(
            $$"""
            {
              "schema": 1,
              "request": { "product": "MOD11A1", "dataSet": "{{dataSets}}", "band": "", "quality": "good", "area": "h18v04" },
              "results": [], "periods": [],
              "images": [
                { "tile": "{{Tile}}", "day": "2024-06-25", "key": "{{Key}}", "valuesHash": "00", "coverage": 0.5, "inputMissing": false, "inputs": [] },
                { "tile": "h19v04", "day": "2024-06-25", "key": "h19v04.tif", "valuesHash": "", "coverage": 0, "inputMissing": true, "inputs": [] }
              ],
              "notCovered": [], "notListed": [], "ofMadeGranules": true
            }
            """),
        $"{SampleImages.Path}/days/2024-06-25/{Key}" => new(HttpStatusCode.OK) { Content = new ByteArrayContent(Image.Value) },
        _ => null,
    };

    /// <summary>Lines of readings as a sensor without fault would give them.</summary>
    private static string Truth(int count, double bias = 0)
    {
        var (field, quantity, random) = (new TrueField(Seed), MadeQuantity.Of("LST_Day_1km")!, new Random(7));
        return string.Concat(Enumerable.Range(0, count).Select(number =>
        {
            var (latitude, longitude) = (41 + (8 * random.NextDouble()), 2 + (10 * random.NextDouble()));
            return string.Create(
                CultureInfo.InvariantCulture,
                $"station {number},{latitude},{longitude},2024-06-25T{random.Next(24):00}:30Z,{quantity.At(field, latitude, longitude) + bias}\n");
        }));
    }

    private Task<(int Code, ToolRun Tool)> MatchAsync(params string[] options) => MatchAsync(Api(), options);

    private async Task<(int Code, ToolRun Tool)> MatchAsync(StubApi api, params string[] options)
    {
        var tool = new ToolRun(api);
        return (await tool.RunAsync(["images", "match", SampleRuns.RunId, "--stations", Stations, .. options]), tool);
    }
}
