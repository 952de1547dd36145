using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources;
using Xunit;

namespace AzurePerf.ImageryTests.Sources;

public sealed class PlacesTests
{
    private const string Head = """
        # MODIS Terra geolocation metadata
        # Columns:
        # GranuleID,StartDateTime,ArchiveSet,OrbitNumber,DayNightFlag,EastBoundingCoord,NorthBoundingCoord,SouthBoundingCoord,WestBoundingCoord,GRingLongitude1,GRingLongitude2,GRingLongitude3,GRingLongitude4,GRingLatitude1,GRingLatitude2,GRingLatitude3,GRingLatitude4

        """;

    private const string First = "MOD03.A2010032.0000.061.2017254060214.hdf,2010-02-01 00:00,61,53770,D,160.5,30.25,10,130,135.5,160.5,156,130,30.25,27,10,12.5";
    private const string Second = "MOD03.A2010032.0005.061.2017254060215.hdf,2010-02-01 00:05,61,53770,X,-170.5,48,27,150,152,-170.5,-179,150,48,44,27,30";

    [Fact]
    public async Task Places_are_read_in_the_order_of_their_times()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text(Head + Second + "\r\n" + First + "\n\n", "text/plain"));

        var places = await PlacesAsync(scene);

        Assert.Equal([new(0, 0), new TimeOnly(0, 5)], places.Select(place => place.Begin));
        Assert.Equal([DayNight.Day, DayNight.Unknown], places.Select(place => place.Light));
        Assert.Equal([(30.25, 135.5), (27, 160.5), (10, 156), (12.5, 130)], places[0].Ring);
        var seen = Assert.Single(scene.Server.Seen);
        Assert.Equal("/archive/geoMeta/61/TERRA/2010/MOD03_2010-02-01.txt", seen.Target);
        Assert.Equal("Bearer " + ArchiveScene.Secret, seen.Authorization);
    }

    [Fact]
    public async Task Columns_are_found_by_their_names_and_each_satellite_has_its_own_file()
    {
        await using var scene = await ArchiveScene.BeginAsync(x => x with { PlacesPath = "geo/{date}/{product}-{platform}-{collection}-{year}" });
        scene.Server.Answers(Answer.Text(
            "#GRingLatitude1,GRingLatitude2,GRingLatitude3,GRingLatitude4,GRingLongitude1,GRingLongitude2,GRingLongitude3,GRingLongitude4, DayNightFlag, GranuleID\n"
            + "1,2,3,4,5,6,7,8,N,MYD03.A2010032.2355.061.2018054131213.hdf"));

        var place = Assert.Single(await PlacesAsync(scene, Platform.Aqua));

        Assert.Equal((new TimeOnly(23, 55), DayNight.Night), (place.Begin, place.Light));
        Assert.Equal([(1, 5), (2, 6), (3, 7), (4, 8)], place.Ring);
        Assert.Equal("/geo/2010-02-01/MYD03-AQUA-61-2010", Assert.Single(scene.Server.Seen).Target);
    }

    [Fact]
    public async Task A_day_of_which_nothing_was_measured_has_no_places()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text(Head));

        Assert.Empty(await PlacesAsync(scene));
    }

    [Theory]
    [InlineData("-999")]
    [InlineData("-999.0")]
    [InlineData("NaN")]
    [InlineData("")]
    public async Task A_swath_without_a_known_corner_is_left_out_and_the_others_of_its_day_are_read(string corner)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text(Head + First.Replace("30.25,27", $"{corner},27", StringComparison.Ordinal) + "\n" + Second));

        Assert.Equal(new TimeOnly(0, 5), Assert.Single(await PlacesAsync(scene)).Begin);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{\"content\":[]}")]
    [InlineData(First)]
    [InlineData("# GranuleID,DayNightFlag\n" + First)]
    [InlineData(Head + "MOD03.A2010032.0000.061.2017254060214.hdf,2010-02-01 00:00")]
    [InlineData(Head + "MOD03.A2010032.0000.061.2017254060214.hdf,2010-02-01 00:00,61,53770,D,160.5,30.25,10,130,east,160.5,156,130,30.25,27,10,12.5")]
    public async Task Another_answer_is_no_file_of_places(string text)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text(text));

        var failure = await scene.FailureOfAsync(() => PlacesAsync(scene), SourceCause.UnexpectedAnswer);

        Assert.Matches(@"^The archive's answer is no file of the places of MOD03 of 2010-02-01, collection 61 \(line [0-9]\): is PlacesPath right\?\z", failure.Message);
    }

    [Theory]
    [InlineData("MOD03.A2010033.0000.061.2017254060214.hdf,,,,D,1,1,1,1,0,1,1,0,1,1,0,0", "has another granule or none in line 4.")]
    [InlineData("MYD03.A2010032.0000.061.2017254060214.hdf,,,,D,1,1,1,1,0,1,1,0,1,1,0,0", "has another granule or none in line 4.")]
    [InlineData("MOD03.A2010032.h10v05.061.2017254060214.hdf,,,,D,1,1,1,1,0,1,1,0,1,1,0,0", "has another granule or none in line 4.")]
    [InlineData("x,,,,D,1,1,1,1,0,1,1,0,1,1,0,0", "has another granule or none in line 4.")]
    [InlineData("MOD03.A2010032.0000.061.2017254060214.hdf,,,,D,1,1,1,1,0,1,1,-181,1,1,0,0", "has a corner that is no position in line 4.")]
    [InlineData("MOD03.A2010032.0000.061.2017254060214.hdf,,,,D,1,1,1,1,0,1,1,-1000,1,1,0,0", "has a corner that is no position in line 4.")]
    [InlineData(First + "\n" + First, "names a swath twice.")]
    public async Task What_does_not_belong_there_is_refused(string lines, string end)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text(Head + lines));

        var failure = await scene.FailureOfAsync(() => PlacesAsync(scene), SourceCause.UnexpectedAnswer);

        Assert.Equal($"The archive's file of the places of MOD03 of 2010-02-01, collection 61 {end}", failure.Message);
    }

    [Fact]
    public async Task Places_that_are_missing_or_endless_or_a_page_end_as_listings_do()
    {
        await using var scene = await ArchiveScene.BeginAsync(x => x with { MostListingBytes = 100_000 });
        scene.Server.Answers(Answer.Status(404), Answer.Endless("text/plain"), Answer.Text("<html>", "text/html"), Answer.Status(401));

        await scene.FailureOfAsync(() => PlacesAsync(scene), SourceCause.Missing);
        await scene.FailureOfAsync(() => PlacesAsync(scene), SourceCause.TooLarge);
        await scene.FailureOfAsync(() => PlacesAsync(scene), SourceCause.UnexpectedAnswer);
        await scene.FailureOfAsync(() => PlacesAsync(scene), SourceCause.AccessRefused);
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => PlacesAsync(scene, Platform.Combined));
    }

    private static Task<IReadOnlyList<GranulePlace>> PlacesAsync(ArchiveScene scene, Platform platform = Platform.Terra) =>
        scene.Archive.PlacesAsync(platform, 61, ArchiveScene.Folder.Day, TestContext.Current.CancellationToken);
}
