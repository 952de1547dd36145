using AzurePerf.Sources;
using Xunit;

namespace AzurePerf.ImageryTests.Sources;

public sealed class ListingTests
{
    private const string Other = "MOD11A1.A2010032.h11v05.061.2021165110812.hdf";

    [Fact]
    public async Task The_granules_of_a_day_are_listed_by_name()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text($$"""
            {"content": [
              {"name": "{{Other}}", "size": "17", "mtime": "2021-06-14 11:08:12", "resourceType": "File"},
              {"name": "{{ArchiveScene.Name}}", "size": 300000, "md5sum": "{{ArchiveScene.Md5.ToUpperInvariant()}}",
               "downloadsLink": "https://elsewhere.example.org/file"},
              {"name": "{{ArchiveScene.Name}}.met", "size": 12},
              {"name": "previews", "size": 0}
            ], "file_count": 4}
            """));
        var files = await scene.ListAsync();
        Assert.Equal([ArchiveScene.Name, Other], files.Select(x => x.Name));
        Assert.Equal(ArchiveScene.File, files[0]);
        Assert.Equal((17, null), (files[1].Size, files[1].Md5));
        Assert.Equal(new DateTimeOffset(2021, 6, 14, 11, 8, 12, TimeSpan.Zero), files[1].Modified);
        var seen = Assert.Single(scene.Server.Seen);
        Assert.Equal("/api/v2/content/details/allData/61/MOD11A1/2010/032?fields=all&formats=json", seen.Target);
        Assert.Equal("Bearer " + ArchiveScene.Secret, seen.Authorization);
    }

    [Fact]
    public async Task A_bare_list_is_read_too()
    {
        await using var scene = await ArchiveScene.BeginAsync(x => x with
        {
            ListingPath = "archive/allData/{collection}/{product}/{year}/{day}.json",
        });
        scene.Server.Answers(Answer.Text($$"""[{"name": "{{ArchiveScene.Name}}", "last-modified": "2021-06-14 11:08", "size": 5}]"""));
        Assert.Equal(5, Assert.Single(await scene.ListAsync()).Size);
        Assert.Equal("/archive/allData/61/MOD11A1/2010/032.json", Assert.Single(scene.Server.Seen).Target);
    }

    [Fact]
    public async Task An_empty_folder_has_no_granules()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text("""{"content": []}"""));
        Assert.Empty(await scene.ListAsync());
    }

    [Theory]
    [InlineData("name,size\nfile,1")]
    [InlineData("")]
    [InlineData("{\"content\":[{\"name\":\"MOD")]
    [InlineData("{\"files\":[]}")]
    [InlineData("{\"content\":{}}")]
    [InlineData("{\"content\":[7]}")]
    [InlineData("{\"content\":[{\"size\":7}]}")]
    [InlineData("\"s3cr3t-T0ken.value")]
    public async Task What_is_no_listing_is_refused(string text)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text(text));
        var failure = await scene.FailureOfAsync(scene.ListAsync, SourceCause.UnexpectedAnswer);
        Assert.EndsWith("is ListingPath right?", failure.Message);
        Assert.Single(scene.Server.Seen);
    }

    [Theory]
    [InlineData("[{\"name\":\"\\ud800\"}]")]
    [InlineData("[{\"\\ud800name\":1}]")]
    [InlineData("{\"\\ud800content\":1}")]
    public async Task A_name_of_half_a_letter_is_refused(string listing)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text(listing));
        Assert.Equal("The archive's listing has a text that is no UTF-8.", (await scene.FailureOfAsync(scene.ListAsync, SourceCause.UnexpectedAnswer)).Message);
    }

    [Theory]
    [InlineData("../MOD11A1.A2010032.h10v05.061.2021165110811.hdf")]
    [InlineData("/etc/MOD11A1.A2010032.h10v05.061.2021165110811.hdf")]
    [InlineData("..")]
    [InlineData("..%2FMOD11A1.A2010032.h10v05.061.2021165110811.hdf")]
    [InlineData("C:\\\\x.hdf")]
    [InlineData("https://elsewhere.example.org/x.hdf")]
    [InlineData("a\\u0000b")]
    [InlineData("")]
    [InlineData("MYD11A1.A2010032.h10v05.061.2021165110811.hdf")]
    [InlineData("MOD11A1.A2010033.h10v05.061.2021165110811.hdf")]
    [InlineData("MOD11A1.A2010032.h10v05.006.2021165110811.hdf")]
    public async Task A_name_that_does_not_belong_there_is_refused(string name)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text($$"""{"content": [{"name": "{{name}}", "size": 5}]}"""));
        await scene.FailureOfAsync(scene.ListAsync, SourceCause.UnexpectedAnswer);
    }

    [Theory]
    [InlineData("\"size\": -1")]
    [InlineData("\"size\": 0")]
    [InlineData("\"size\": 1.5")]
    [InlineData("\"size\": \"much\"")]
    [InlineData("\"size\": 99999999999999999999")]
    [InlineData("\"md5sum\": \"12\"")]
    [InlineData("\"md5sum\": \"zz345678901234567890123456789012\"")]
    public async Task A_size_or_MD5_that_is_none_is_refused(string field)
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text($$"""{"content": [{"name": "{{ArchiveScene.Name}}", {{field}}}]}"""));
        var failure = await scene.FailureOfAsync(scene.ListAsync, SourceCause.UnexpectedAnswer);
        Assert.Contains(ArchiveScene.Name, failure.Message);
    }

    [Fact]
    public async Task A_name_that_is_listed_twice_is_refused()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text($$"""[{"name": "{{ArchiveScene.Name}}"}, {"name": "{{ArchiveScene.Name}}"}]"""));
        await scene.FailureOfAsync(scene.ListAsync, SourceCause.UnexpectedAnswer);
    }

    [Fact]
    public async Task An_endless_listing_is_stopped_at_the_limit()
    {
        await using var scene = await ArchiveScene.BeginAsync(x => x with { MostListingBytes = 100_000 });
        scene.Server.Answers(Answer.Endless("application/json"));
        var failure = await scene.FailureOfAsync(scene.ListAsync, SourceCause.TooLarge);
        Assert.Contains("MostListingBytes", failure.Message);
        Assert.Single(scene.Server.Seen);
    }

    [Fact]
    public async Task A_page_in_place_of_a_listing_is_refused()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Text("<html></html>", "text/html"));
        var failure = await scene.FailureOfAsync(scene.ListAsync, SourceCause.UnexpectedAnswer);
        Assert.Contains("is Token valid?", failure.Message);
    }

    [Fact]
    public async Task A_busy_archive_is_asked_again_for_its_listing()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Status(503, "3"), Answer.Text("[]"));
        Assert.Empty(await scene.ListAsync());
        Assert.Equal([TimeSpan.FromSeconds(3)], scene.Time.Waits);
    }

    [Fact]
    public async Task A_day_without_a_folder_is_missing()
    {
        await using var scene = await ArchiveScene.BeginAsync();
        scene.Server.Answers(Answer.Status(404));
        var failure = await scene.FailureOfAsync(scene.ListAsync, SourceCause.Missing);
        Assert.Contains("MOD11A1 of 2010-02-01, collection 61", failure.Message);
    }
}
