using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources;
using AzurePerf.Sources.Https;
using AzurePerf.Sources.Made;
using AzurePerf.Sources.Serving;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.ImageryTests.Sources;

/// <summary>The client of archives and the made archive, which know nothing of each other.</summary>
public sealed class MadeArchiveFetchTests
{
    private static readonly DateOnly Day = new(2024, 1, 25);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("MOD11A1", "LST_Day_1km", 460)]
    [InlineData("MOD07_L2", "Total_Ozone", 288)]
    public async Task A_day_of_made_granules_is_listed_and_fetched_as_one_of_nasas_would_be(string product, string dataSet, int granules)
    {
        await using var server = await MadeServer.StartAsync(new(Coarseness: 20, Port: 0, Token: "secret"), _ => { }, Cancelled);
        using var archive = Open(server, "secret");

        var files = await archive.ListAsync(new(product, 61, Day), Cancelled);
        Assert.Equal(granules, files.Count);
        Assert.All(files, file => Assert.Null(file.Size));

        using var content = new MemoryStream();
        await archive.FetchAsync(files[granules / 2], new(content), Cancelled);
        Assert.NotNull(Hdf4File.Open(content.ToArray()).DataSet(dataSet));
        Assert.Equal(content.Length, (await archive.ListAsync(new(product, 61, Day), Cancelled))[granules / 2].Size);
    }

    [Fact]
    public async Task A_part_that_came_before_is_gone_on_with()
    {
        await using var server = await MadeServer.StartAsync(new(Coarseness: 20, Port: 0), _ => { }, Cancelled);
        using var archive = Open(server, null);
        var file = (await archive.ListAsync(new("MOD07_L2", 61, Day), Cancelled))[0];
        using var whole = new MemoryStream();
        var fetched = new PartialFile(whole);
        await archive.FetchAsync(file, fetched, Cancelled);

        using var part = new MemoryStream();
        part.Write(whole.ToArray(), 0, 1_000);
        await archive.FetchAsync(file, new(part, fetched.Version), Cancelled);

        Assert.Equal(whole.ToArray(), part.ToArray());
    }

    [Fact]
    public async Task A_wrong_token_and_a_product_that_is_not_made_have_causes_of_their_own()
    {
        await using var server = await MadeServer.StartAsync(new(Coarseness: 20, Port: 0, Token: "secret"), _ => { }, Cancelled);
        using var wrong = Open(server, "other");
        using var right = Open(server, "secret");

        Assert.Equal(SourceCause.AccessRefused, (await Assert.ThrowsAsync<SourceException>(() => wrong.ListAsync(new("MOD11A1", 61, Day), Cancelled))).Cause);
        Assert.Equal(SourceCause.Missing, (await Assert.ThrowsAsync<SourceException>(() => right.ListAsync(new("MOD10A1", 61, Day), Cancelled))).Cause);
    }

    [Theory]
    [InlineData(Platform.Terra)]
    [InlineData(Platform.Aqua)]
    public async Task Places_name_every_granule_that_has_a_pixel_in_a_tile_and_say_where_it_is_dark(Platform platform)
    {
        await using var server = await MadeServer.StartAsync(new(Coarseness: 20, Port: 0, Token: "secret"), _ => { }, Cancelled);
        using var archive = Open(server, "secret");

        var places = await archive.PlacesAsync(platform, 61, Day, Cancelled);

        Assert.Equal(Enumerable.Range(0, 288).Select(granule => new TimeOnly(0).AddMinutes(granule * 5)), places.Select(place => place.Begin));
        Assert.InRange(places.Count(place => place.Light == DayNight.Day), 100, 160);
        Assert.InRange(places.Count(place => place.Light == DayNight.Night), 90, 160);
        Assert.DoesNotContain(places, place => place.Light == DayNight.Unknown);
        var orbit = MadeOrbit.Of(platform, Day, 20);
        foreach (var place in places)
        {
            var second = place.Begin.ToTimeSpan().TotalSeconds;
            var swath = orbit.Swath(second, orbit.Scans);
            Assert.All(swath.Latitude.Zip(swath.Longitude, (latitude, longitude) => SinusoidalTile.At(latitude, longitude)).Distinct(), tile => Assert.True(place.MayCover(tile)));
            for (var pixel = 0; pixel < swath.Latitude.Length; pixel++)
            {
                var sun = Orbit.SunElevationSine(
                    swath.Latitude[pixel], swath.Longitude[pixel], second + pixel / (10 * swath.Samples) * orbit.ScanStep, Orbit.Declination(Day));
                Assert.True(place.Light == DayNight.Both || place.Light == (sun >= 0 ? DayNight.Day : DayNight.Night));
            }
        }
    }

    [Fact]
    public async Task A_granule_is_fetched_because_its_place_names_it()
    {
        await using var server = await MadeServer.StartAsync(new(Coarseness: 20, Port: 0), _ => { }, Cancelled);
        using var archive = Open(server, null);
        var tile = new SinusoidalTile(18, 4);
        var begins = (await archive.PlacesAsync(Platform.Terra, 61, Day, Cancelled)).Where(place => place.MayCover(tile)).Select(place => place.Begin).ToArray();

        var files = (await archive.ListAsync(new("MOD07_L2", 61, Day), Cancelled)).Where(file => begins.Contains(file.Granule.Time!.Value)).ToArray();

        Assert.Equal(begins, files.Select(file => file.Granule.Time!.Value));
        Assert.InRange(files.Length, 4, 12);
    }

    private static HttpsArchive Open(MadeServer server, string? token) => new(
        new() { BaseAddress = server.Address },
        token is null ? null : new(token), TimeProvider.System, NullLogger.Instance);
}
