using System.Net;
using System.Text;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Products;
using AzurePerf.Testing.Runs;
using AzurePerf.Testing.Storage;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Images;

public sealed class RunImagesPageTests : IAsyncDisposable
{
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task The_first_line_says_what_there_is_and_each_picture_says_in_words_what_its_colours_mean()
    {
        var images = await PlantedImages.OfAsync(_web);

        var page = await Page.OpenAsync(_web, $"/runs/{images.Id}/images");

        Assert.Equal(
            "1 picture and 1 table of 1 period. 61.0 % of the cells have values. 1 product could not be made. Without a granule: 1 daily image.",
            page.Texts(".lead").Single());
        Assert.Equal(["Pictures show the box around the area. Tables and programs get whole tiles, also where these reach beyond it."], page.Texts("#whole-tiles"));
        var map = page.Element("img.map");
        Assert.Equal($"{images.Address}/results/picture-aaaa-1/picture.png", map.GetAttribute("src"));
        Assert.Equal(
            "Map of Temperature of the land surface by day, mean of 2024-01-25 to 2024-01-26, longitude 5 to 16, latitude 45 to 55. "
                + "Colours go from 270 K to 300 K; 61.0 % of the map has a value.", map.GetAttribute("alt"));
        Assert.Equal(["270 K", "277.5 K", "285 K", "292.5 K", "300 K"], page.Texts(".colours li"));
        Assert.Equal("Colours from 270 K at the left to 300 K at the right", page.Element(".colours svg").GetAttribute("aria-label"));
        Assert.Contains("45 to 46 281.51 270.1 290.25 50.0", page.Texts(".image tbody tr"));
        Assert.Contains("46 to 47 - - - 0", page.Texts(".image tbody tr"));
        Assert.Equal(["Picture (PNG)", "Legend (JSON)", "GeoTIFF", "CSV"], page.Texts(".image .links a"));
        Assert.Equal(["tile h19v04, 2024-01-25 to 2024-01-26"], page.Texts("#not-made li"));
        Assert.Equal(HttpStatusCode.OK, (await _web.GetAsync(page.Element("#not-made a[href$='/rerun']").GetAttribute("href")!)).StatusCode);
        Assert.Equal(["2024-01-26: h18v03"], page.Texts("#not-covered li"));
        Assert.All(page.Document.QuerySelectorAll("main a[href^='/api/']"), link => Assert.Equal(
            HttpStatusCode.OK, _web.GetAsync(link.GetAttribute("href")!).GetAwaiter().GetResult().StatusCode));
    }

    [Theory]
    [InlineData(26, "What the archive has of 2 daily images is not known, because its listing of 2024-01-26 failed. Run it again.")]
    [InlineData(25, "What the archive has of 2 daily images is not known, because its listing failed on days from 2024-01-25 to 2024-01-26. Run it again.")]
    public async Task Days_whose_listing_failed_are_said_in_one_line_that_leads_to_another_attempt(int day, string line)
    {
        var images = await PlantedImages.BeginAsync(_web);
        await images.AddPeriodAsync("h18v04", "h18v04-aaaa-1.tif");
        images.AddNotListed("h18v04", new(2024, 1, 26));
        images.AddNotListed("h19v04", new(2024, 1, day));
        await images.StoreManifestAsync();

        var page = await Page.OpenAsync(_web, $"/runs/{images.Id}/images");

        Assert.Equal("Not listed. " + line, page.Texts("#not-listed").Single());
        Assert.Equal($"/runs/{images.Id}/rerun", page.Element("#not-listed a").GetAttribute("href"));
        Assert.Equal(2, (await WebUnderTest.JsonOf(await _web.GetAsync(images.Address))).GetProperty("notListed").GetInt32());
        Assert.Null((await Page.OpenAsync(_web, $"/runs/{(await PlantedImages.OfAsync(_web, minutesAgo: 30)).Id}/images")).Document.QuerySelector("#not-listed"));
    }

    [Theory]
    [InlineData(true, false, true)]
    [InlineData(true, true, false)]
    [InlineData(false, false, false)]
    public async Task The_API_says_whether_nothing_that_was_asked_for_was_made(bool asksForResults, bool makesOne, bool nothing)
    {
        var images = await PlantedImages.BeginAsync(_web);
        await images.AddPeriodAsync("h18v04", "h18v04-aaaa-1.tif");
        if (asksForResults)
        {
            images.AddResultNotMade("program", "program-1");
        }

        if (makesOne)
        {
            await images.AddResultAsync("picture", "picture-1", 0.5, ("picture.png", "image/png", PlantedImages.Png));
        }

        await images.StoreManifestAsync();

        Assert.Equal(nothing, (await WebUnderTest.JsonOf(await _web.GetAsync(images.Address))).GetProperty("nothingMade").GetBoolean());
    }

    [Fact]
    public async Task A_run_with_images_leads_to_them_and_one_that_is_not_that_far_does_not()
    {
        var images = await PlantedImages.OfAsync(_web);
        var early = await PlantedImages.BeginAsync(_web, minutesAgo: 20, status: RunStatus.Running);

        Assert.Equal($"/runs/{images.Id}/images", (await Page.OpenAsync(_web, $"/runs/{images.Id}")).Element(".images-made a").GetAttribute("href"));
        Assert.Null((await Page.OpenAsync(_web, $"/runs/{early.Id}")).Document.QuerySelector(".images-made"));
    }

    [Fact]
    public async Task Before_the_manifest_is_written_the_page_says_what_to_wait_for()
    {
        var early = await PlantedImages.BeginAsync(_web, status: RunStatus.Running);

        var page = await Page.OpenAsync(_web, $"/runs/{early.Id}/images");

        Assert.Contains("The run has not listed its images yet: it does when its last stage, manifest, has ended.", page.Texts(".empty p"));
    }

    [Fact]
    public async Task Without_scripts_a_page_that_waits_for_images_is_read_again_by_a_link_and_not_by_itself()
    {
        var early = await PlantedImages.BeginAsync(_web, status: RunStatus.Running);

        var page = await Page.OpenAsync(_web, $"/runs/{early.Id}/images");

        Assert.Null(page.Document.QuerySelector("meta[http-equiv=refresh]"));
        Assert.Equal([$"/runs/{early.Id}/images"], page.Document.QuerySelectorAll("noscript a").Select(link => link.GetAttribute("href")));
    }

    [Fact]
    public async Task A_run_of_another_experiment_has_no_such_page()
    {
        var other = await SeededRun.SubmitAsync(_web, """{"experiment":"queue.add","preset":"quick"}""");

        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync($"/runs/{other.Id}/images")).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync("/runs/aaaaaaaaaaaaaaaaaaaa/images")).StatusCode);
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("not json")]
    [InlineData("{\"title\":\"<script>alert(1)</script>\",\"aggregate\":\"mean\",\"unit\":\"\",\"low\":0,\"high\":1,\"coverage\":1,\"columns\":2,\"rows\":2,\"bounds\":{\"west\":0,\"south\":0,\"east\":1,\"north\":1},\"colours\":[\"red\\\" onload=\\\"x\",\"#000000\"]}")]
    public async Task A_picture_whose_legend_cannot_be_read_is_shown_without_it(string legend)
    {
        var images = await PlantedImages.BeginAsync(_web);
        await images.AddResultAsync("picture", "picture-1", 0.5, ("picture.png", "image/png", PlantedImages.Png), ("picture.json", "application/json", Encoding.UTF8.GetBytes(legend)));
        await images.StoreManifestAsync();

        var page = await Page.OpenAsync(_web, $"/runs/{images.Id}/images");

        Assert.Equal(
            "Map as a picture and as a GeoTIFF, 2024-01-25 to 2024-01-26; 50.0 % of the cells have a value.", page.Element("img.map").GetAttribute("alt"));
        Assert.Empty(page.Texts(".colours"));
        Assert.Empty(page.Texts("#whole-tiles"));
    }

    [Fact]
    public async Task A_result_that_was_removed_says_so_in_its_place()
    {
        var images = await PlantedImages.OfAsync(_web);
        await foreach (var _ in _web.Control.Products.DeleteAllAsync("result/", TestContext.Current.CancellationToken))
        {
        }

        var page = await Page.OpenAsync(_web, $"/runs/{images.Id}/images");

        Assert.Equal(2, page.Texts(".image .notice").Count(text => text.StartsWith("Removed.", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_distribution_is_drawn_and_can_be_read_as_a_table()
    {
        var images = await PlantedImages.BeginAsync(_web);
        var csv = "from,to,unit,cells\n" + string.Concat(Enumerable.Range(0, 64).Select(place => $"{place},{place + 1},K,{place * 10}\n"));
        await images.AddResultAsync("histogram", "histogram-1", 0.5, ("histogram.csv", "text/csv", Encoding.UTF8.GetBytes(csv)));
        await images.StoreManifestAsync();

        var page = await Page.OpenAsync(_web, $"/runs/{images.Id}/images");

        Assert.Equal("Distribution of the values from 0 K to 64 K; the table has the numbers", page.Element("svg.bars").GetAttribute("aria-label"));
        Assert.Equal(64, page.Document.QuerySelectorAll("svg.bars rect").Length);
        Assert.Equal(["Table: 64 rows"], page.Texts(".image summary"));
    }

    [Theory]
    [InlineData("picture", 9)]
    [InlineData("picture zones histogram", 3)]
    public async Task A_page_of_many_results_costs_at_most_ten_requests_and_250_kilobytes(string reductions, int days)
    {
        var control = new InMemoryControlPlane(WebUnderTest.Clock);
        var rows = new CountingRows(control.Rows);
        var asked = 0;
        var files = new InterceptedFiles(control.Products, (_, _, _) =>
        {
            Interlocked.Increment(ref asked);
            return Task.CompletedTask;
        });
        await using var web = new WebUnderTest(
            services => services.AddSingleton(FailingRows.With(control.AsControlPlane(), rows))
                .AddSingleton(new ProductStore(files, rows, new SeededIdSource(5), WebUnderTest.Clock)), control);
        var id = await new SeededImages(control.AsControlPlane(), WebUnderTest.Clock).AddAsync(
            $$"""{"experiment":"modis.pipeline","parameters":{"area":"h18v04","days":{{days}},"aggregateDays":1,"reductions":"{{reductions}}"} }""",
            TestContext.Current.CancellationToken);

        await Page.OpenAsync(web, $"/runs/{id}/images");
        var before = rows.Asked + asked;

        var page = await Page.OpenAsync(web, $"/runs/{id}/images");

        Assert.InRange(page.Texts(".image").Count, 6, 7);
        Assert.NotNull(page.Document.QuerySelector("a[rel=next]"));
        Assert.InRange(rows.Asked + asked - before, 8, 10);
        Assert.InRange((await page.Response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken)).Length, 10_000, 250_000);
    }

    [Fact]
    public async Task Tiles_of_a_region_stand_at_their_places_with_what_each_has_and_lacks()
    {
        var images = await PlantedImages.OfAsync(_web);

        var page = await Page.OpenAsync(_web, $"/runs/{images.Id}/images");

        Assert.Equal(["h18", "h19"], page.Texts(".tile-grid thead th"));
        Assert.Equal(
            ["v03", "no image", "no image", "v04", "50 %", "not made"], page.Texts(".tile-grid tbody th, .tile-grid tbody td"));
        Assert.Equal("Coverage by tile: 1 of 4 tiles has an image", page.Texts(".by-tile summary").Single());
        Assert.Equal("Coverage by tile, 2024-01-25 to 2024-01-26", page.Element(".by-tile .scroll").GetAttribute("aria-label"));
    }

    [Fact]
    public async Task The_tiles_of_one_period_are_had_alone_and_there_are_none_of_another()
    {
        var images = await PlantedImages.OfAsync(_web);

        var tiles = await Page.OpenAsync(_web, $"/runs/{images.Id}/images?handler=tiles&first=2024-01-25&last=2024-01-26");

        Assert.Equal(["v03", "no image", "no image", "v04", "50 %", "not made"], tiles.Texts(".by-tile .tile-grid tbody th, .by-tile .tile-grid tbody td"));
        Assert.Empty(tiles.Texts("h1"));
        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync($"/runs/{images.Id}/images?handler=tiles&first=2024-01-25&last=2024-01-27")).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync($"/runs/{images.Id}/images?handler=tiles&first=soon")).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync("/runs/aaaaaaaaaaaaaaaaaaaa/images?handler=tiles&first=2024-01-25&last=2024-01-26")).StatusCode);
    }

    [Fact]
    public async Task Each_of_two_data_sets_has_its_name_on_its_coverage_by_tile()
    {
        var images = await PlantedImages.BeginAsync(_web, """{"product":"MOD09GA","dataSet":"sur_refl_b01_1 sur_refl_b02_1","area":"h18v04 h19v04","days":2}""");
        string[] sets = ["sur_refl_b01_1", "sur_refl_b02_1"];
        var results = sets.Select(set => $$"""
            {"reduction":"picture","dataSet":"{{set}}","first":"2024-01-25","last":"2024-01-26","key":"picture-{{set}}","valuesHash":"h","coverage":0.5,"files":[{"name":"picture.png","suffix":"","contentType":"image/png"}],"tiles":[]}
            """);
        var periods = sets.SelectMany(set => new[] { "h18v04", "h19v04" }.Select(tile => $$"""
            {"dataSet":"{{set}}","tile":"{{tile}}","first":"2024-01-25","last":"2024-01-26","key":"{{tile}}-{{set}}.tif","valuesHash":"h","coverage":0.5,"days":[]}
            """));
        await images.StoreManifestAsync($$"""{"schema":1,"results":[{{string.Join(',', results)}}],"periods":[{{string.Join(',', periods)}}],"images":[],"notCovered":[]}""");

        var page = await Page.OpenAsync(_web, $"/runs/{images.Id}/images");

        Assert.Equal(
            ["Coverage by tile, sur_refl_b01_1: 2 of 2 tiles have an image", "Coverage by tile, sur_refl_b02_1: 2 of 2 tiles have an image"], page.Texts(".by-tile summary"));
    }

    [Fact]
    public async Task A_page_of_all_tiles_of_the_earth_stays_small()
    {
        var images = await PlantedImages.BeginAsync(_web, """{"area":"box -180 -90 180 90","days":2}""");
        var days = Enumerable.Range(0, 7).Select(day => $"{new DateOnly(2024, 1, 1).AddDays(day):yyyy-MM-dd}").ToArray();
        var results = days.Select(day => $$"""
            {"reduction":"picture","first":"{{day}}","last":"{{day}}","key":"picture-{{day}}","valuesHash":"h","coverage":0.5,"files":[{"name":"picture.png","suffix":"","contentType":"image/png"}],"tiles":[]}
            """);
        var periods = days.SelectMany(day => images.Request.Area.Tiles.Select(tile => $$"""
            {"tile":"{{tile}}","first":"{{day}}","last":"{{day}}","key":"{{tile}}-{{day}}.tif","valuesHash":"h","coverage":0.5,"days":[]}
            """));
        await images.StoreManifestAsync($$"""{"schema":1,"results":[{{string.Join(',', results)}}],"periods":[{{string.Join(',', periods)}}],"images":[],"notCovered":[]}""");

        var page = await Page.OpenAsync(_web, $"/runs/{images.Id}/images");

        Assert.InRange(page.Document.QuerySelectorAll(".tile-grid").Length, 1, 2);
        Assert.Equal(36, page.Document.QuerySelector(".tile-grid thead tr")!.QuerySelectorAll("th").Length);
        Assert.InRange((await page.Response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken)).Length, 10_000, 250_000);
    }

    [Fact]
    public async Task More_periods_than_fit_are_on_further_pages()
    {
        var images = await PlantedImages.BeginAsync(_web, """{"area":"h18v04","days":2}""");
        var results = Enumerable.Range(0, 30).Select(day => $$"""
            {"reduction":"picture","first":"{{new DateOnly(2024, 1, 1).AddDays(day):yyyy-MM-dd}}","last":"{{new DateOnly(2024, 1, 1).AddDays(day):yyyy-MM-dd}}","key":"picture-{{day}}","valuesHash":"h","coverage":0.5,"files":[{"name":"picture.png","suffix":"","contentType":"image/png"}],"tiles":[]}
            """);
        await images.StoreManifestAsync($$"""{"schema":1,"results":[{{string.Join(',', results)}}],"periods":[],"images":[],"notCovered":[]}""");

        var first = await Page.OpenAsync(_web, $"/runs/{images.Id}/images");
        var last = await Page.OpenAsync(_web, $"/runs/{images.Id}/images?page=99");

        Assert.Equal((7, 2), (first.Texts(".image").Count, last.Texts(".image").Count));
        Assert.Equal("?page=2", first.Element("a[rel=next]").GetAttribute("href"));
        Assert.Null(last.Document.QuerySelector("a[rel=next]"));
    }
}
