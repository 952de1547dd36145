using System.IO.Compression;
using System.Net;
using System.Text;
using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Products;
using AzurePerf.UnitTests.Web.Access;
using Xunit;

namespace AzurePerf.UnitTests.Web.Images;

public sealed class ImagesApiTests : IAsyncDisposable
{
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task The_list_has_results_with_addresses_that_answer_and_counts_of_the_rest()
    {
        var images = await PlantedImages.OfAsync(_web);

        var list = await WebUnderTest.JsonOf(await _web.GetAsync(images.Address));

        Assert.Equal((1, 1, 1, 1), (Number("periods"), Number("images"), Number("notCovered"), Number("notMade")));
        Assert.Equal(
            ["picture", "zones"], list.GetProperty("results").EnumerateArray().Select(result => result.GetProperty("reduction").GetString()));
        var addresses = list.GetProperty("results").EnumerateArray().SelectMany(result => result.GetProperty("files").EnumerateArray())
            .Select(file => file.GetProperty("url").GetString()!)
            .Concat(new[] { "manifest", "provenance", "zip" }.Select(name => list.GetProperty(name).GetString()!)).ToArray();
        Assert.Equal(7, addresses.Length);
        foreach (var address in addresses)
        {
            Assert.Equal(HttpStatusCode.OK, (await _web.GetAsync(address)).StatusCode);
        }

        int Number(string name) => list.GetProperty(name).GetInt32();
    }

    [Theory]
    [InlineData("results/picture-aaaa-1/picture.png", "image/png", "inline; filename=picture-2024-01-25-2024-01-26.png", 7)]
    [InlineData("results/picture-aaaa-1/picture.tif", "image/tiff; application=geotiff; profile=cloud-optimized", "attachment; filename=picture-2024-01-25-2024-01-26.tif", 4)]
    [InlineData("results/zones-aaaa-1/zones.csv", "text/csv; charset=utf-8", "attachment; filename=zones-2024-01-25-2024-01-26.csv", 97)]
    [InlineData("periods/h18v04-aaaa-1.tif", "image/tiff; application=geotiff; profile=cloud-optimized", "attachment; filename=h18v04-aaaa-1.tif", 5)]
    [InlineData("periods/h18v04-aaaa-1.tif?part=days", "image/tiff; application=geotiff; profile=cloud-optimized", "attachment; filename=h18v04-aaaa-1.days.tif", 4)]
    [InlineData("periods/h18v04-aaaa-1.tif?part=item", "application/geo+json", "attachment; filename=h18v04-aaaa-1.json", 51)]
    [InlineData("periods/h18v04-aaaa-1.tif.days.tif", "image/tiff; application=geotiff; profile=cloud-optimized", "attachment; filename=h18v04-aaaa-1.days.tif", 4)]
    [InlineData("days/2024-01-25/h18v04-bbbb-1.tif", "image/tiff; application=geotiff; profile=cloud-optimized", "attachment; filename=h18v04-bbbb-1.tif", 3)]
    [InlineData("provenance.json", "application/json", null, 12)]
    public async Task A_file_comes_as_what_it_is_once_and_for_all_and_can_be_asked_for_without_its_content(
        string path, string type, string? disposition, int bytes)
    {
        var images = await PlantedImages.OfAsync(_web);
        using var ask = new HttpRequestMessage(HttpMethod.Head, $"{images.Address}/{path}");

        var answer = await _web.GetAsync($"{images.Address}/{path}");
        var head = await _web.Client.SendAsync(ask, Cancelled);
        using var again = new HttpRequestMessage(HttpMethod.Get, $"{images.Address}/{path}");
        again.Headers.IfNoneMatch.Add(answer.Headers.ETag!);
        var known = await _web.Client.SendAsync(again, Cancelled);

        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
        Assert.Equal(type, answer.Content.Headers.ContentType!.ToString());
        Assert.Equal(bytes, (await answer.Content.ReadAsByteArrayAsync(Cancelled)).Length);
        Assert.Equal(disposition ?? $"inline; filename=provenance-{images.Id}.json", answer.Content.Headers.ContentDisposition!.ToString());
        Assert.Equal(["immutable"], answer.Headers.CacheControl!.Extensions.Select(one => one.Name));
        Assert.True(answer.Headers.CacheControl.Private);
        Assert.Equal(["nosniff"], answer.Headers.GetValues("X-Content-Type-Options"));
        Assert.Equal((HttpStatusCode.OK, (long?)bytes, 0), (head.StatusCode, head.Content.Headers.ContentLength, (await head.Content.ReadAsByteArrayAsync(Cancelled)).Length));
        Assert.Equal(HttpStatusCode.NotModified, known.StatusCode);
    }

    [Theory]
    [InlineData("results/picture-aaaa-2/picture.png")]
    [InlineData("results/picture-aaaa-1/picture.gif")]
    [InlineData("results/picture-aaaa-1/zones.csv")]
    [InlineData("results/..%2F..%2Fsource/picture.png")]
    [InlineData("periods/h19v04-aaaa-2.tif")]
    [InlineData("periods/h18v04-bbbb-1.tif")]
    [InlineData("days/2024-01-26/h18v04-bbbb-1.tif")]
    [InlineData("days/tomorrow/h18v04-bbbb-1.tif")]
    [InlineData("days/2024-01-25/h18v04-aaaa-1.tif")]
    public async Task What_the_manifest_does_not_name_is_not_there(string path)
    {
        var images = await PlantedImages.OfAsync(_web);

        await RefusedAsync($"{images.Address}/{path}", "the list of this run's images names nothing like this");
    }

    [Fact]
    public async Task The_products_of_one_run_are_not_those_of_another()
    {
        var mine = await PlantedImages.OfAsync(_web, minutesAgo: 10);
        var other = await PlantedImages.BeginAsync(_web, minutesAgo: 20);
        await other.StoreManifestAsync();

        Assert.Equal(HttpStatusCode.OK, (await _web.GetAsync($"{mine.Address}/periods/h18v04-aaaa-1.tif")).StatusCode);
        await RefusedAsync($"{other.Address}/periods/h18v04-aaaa-1.tif", "the list of this run's images names nothing like this");
        await RefusedAsync($"{other.Address}/results/picture-aaaa-1/picture.png", "the list of this run's images names nothing like this");
    }

    [Theory]
    [InlineData(RunStatus.Running, "the run has not listed its images yet: it does when its last stage, manifest, has ended")]
    [InlineData(RunStatus.Failed, "this run failed before its images were listed")]
    [InlineData(RunStatus.Cancelled, "this run was cancelled before its images were listed")]
    [InlineData(RunStatus.Completed, "the list of this run's images is gone: it was removed because nobody used it for long, or it could not be written; submit the run again, and what is still there is used again")]
    public async Task Without_a_manifest_the_answer_says_what_to_wait_for_or_to_do(RunStatus status, string sentence)
    {
        var images = await PlantedImages.BeginAsync(_web, status: status);

        foreach (var path in new[] { "", "/manifest.json", "/provenance.json", ".zip", "/results/a/b", "/periods/a", "/days/2024-01-25/a" })
        {
            await RefusedAsync(images.Address + path, sentence);
        }
    }

    [Fact]
    public async Task A_run_of_another_experiment_and_one_that_does_not_exist_have_no_images()
    {
        var other = await SeededRun.SubmitAsync(_web, """{"experiment":"queue.add","preset":"quick"}""");

        await RefusedAsync($"/api/v1/runs/{other.Id}/images", "this run is of queue.add; only runs of modis.pipeline make images");
        await RefusedAsync("/api/v1/runs/aaaaaaaaaaaaaaaaaaaa/images.zip", "there is no run with this id");
        await RefusedAsync("/api/v1/runs/nothing/images", "there is no run with this id");
    }

    [Fact]
    public async Task A_product_that_was_removed_since_says_so()
    {
        var images = await PlantedImages.OfAsync(_web);
        await foreach (var _ in _web.Control.Products.DeleteAllAsync("period/", Cancelled))
        {
        }

        await RefusedAsync($"{images.Address}/periods/h18v04-aaaa-1.tif", "it was removed because nobody used it for long; submit the run again, and what is still there is used again");
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("{\"schema\":1,\"results\":[{\"reduction\":\"picture\"")]
    [InlineData("{\"schema\":2}")]
    [InlineData("{\"schema\":1,\"results\":[{\"reduction\":7}]}")]
    [InlineData("{\"schema\":1,\"results\":[{\"reduction\":null,\"first\":\"2024-01-25\",\"last\":\"2024-01-25\",\"key\":\"k\",\"valuesHash\":\"h\",\"coverage\":1,\"files\":[]}]}")]
    [InlineData("")]
    [InlineData("not json")]
    public async Task A_manifest_that_cannot_be_read_is_a_sentence_and_no_failure(string text)
    {
        var images = await PlantedImages.BeginAsync(_web);
        await images.StoreManifestAsync(text);

        var answer = await WebUnderTest.JsonOf(await _web.GetAsync(images.Address));

        Assert.StartsWith("the list of this run's images cannot be read: ", answer.GetProperty("detail").GetString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("picture", "../../keys", "picture.png", "")]
    [InlineData("picture", "a/b", "picture.png", "")]
    [InlineData("../picture", "key", "picture.png", "")]
    [InlineData("picture", "key", "../../etc/passwd", "")]
    [InlineData("picture", "key", "a\r\nb: c.png", "")]
    [InlineData("picture", "key", "picture.png", "/../../request/x")]
    public async Task A_manifest_with_hostile_names_is_refused_as_a_whole(string reduction, string key, string name, string suffix)
    {
        var images = await PlantedImages.BeginAsync(_web);
        images.Name(reduction, key, name, suffix, "image/png");
        await images.StoreManifestAsync();

        await RefusedAsync(images.Address, "the list of this run's images cannot be read: the manifest names a result as none can be called", "the list of this run's images cannot be read: the manifest has a name that nothing can have");
    }

    [Fact]
    public async Task A_media_type_that_no_reduction_has_is_bytes_to_be_saved()
    {
        var images = await PlantedImages.BeginAsync(_web);
        await images.AddResultAsync("picture", "picture-1", 1, ("picture.html", "text/html", Encoding.UTF8.GetBytes("<script>alert(1)</script>")));
        await images.StoreManifestAsync();

        var answer = await _web.GetAsync($"{images.Address}/results/picture-1/picture.html");

        Assert.Equal("application/octet-stream", answer.Content.Headers.ContentType!.ToString());
        Assert.Equal("attachment", answer.Content.Headers.ContentDisposition!.DispositionType);
    }

    [Fact]
    public async Task One_archive_has_everything_in_folders_and_names_what_is_gone()
    {
        var images = await PlantedImages.OfAsync(_web);
        await foreach (var _ in _web.Control.Products.DeleteAllAsync(new ProductName(ProductKinds.Result, "MOD11A1", new(2024, 1, 25), "zones-aaaa-1").ToString(), Cancelled))
        {
        }

        var small = await ZipAsync($"{images.Address}.zip");
        var large = await ZipAsync($"{images.Address}.zip?periods=true");

        string[] results = ["manifest.json", "provenance.json", .. new[] { "png", "json", "tif" }.Select(suffix => $"picture-2024-01-25-2024-01-26/picture.{suffix}")];
        Assert.Equal([.. results, "not-included.txt"], small.Entries.Select(entry => entry.FullName));
        Assert.Equal(
            [.. results, .. new[] { "tif", "json", "days.tif" }.Select(suffix => $"periods/h18v04-2024-01-25-2024-01-26.{suffix}"), "not-included.txt"],
            large.Entries.Select(entry => entry.FullName));
        Assert.Equal(PlantedImages.Png, await ContentOf(small.GetEntry("picture-2024-01-25-2024-01-26/picture.png")!));
        Assert.Equal(
            "Removed because nobody used it for long:\nzones-2024-01-25-2024-01-26/zones.csv\nperiods/h18v04-2024-01-25-2024-01-26.days.json\n",
            Encoding.UTF8.GetString(await ContentOf(large.GetEntry("not-included.txt")!)));
        var item = System.Text.Json.Nodes.JsonNode.Parse(await ContentOf(large.GetEntry("periods/h18v04-2024-01-25-2024-01-26.json")!))!;
        Assert.Equal("./h18v04-2024-01-25-2024-01-26.tif", (string)item["assets"]!["image"]!["href"]!);
        var answer = await _web.GetAsync($"{images.Address}.zip");
        Assert.Equal("application/zip", answer.Content.Headers.ContentType!.ToString());
        Assert.Equal($"attachment; filename=images-{images.Id}.zip", answer.Content.Headers.ContentDisposition!.ToString());
        Assert.Equal(HttpStatusCode.BadRequest, (await _web.GetAsync($"{images.Address}.zip?periods=yes")).StatusCode);
    }

    [Fact]
    public async Task A_manifest_of_20_000_entries_is_read_once_and_answers_for_the_last_of_them()
    {
        var images = await PlantedImages.BeginAsync(_web);
        for (var i = 0; i < 20_000; i++)
        {
            images.Name("h18v04", new(2024, 1, 25), $"h18v04-bbbb-{i}.tif");
        }

        await images.AddImageAsync("h18v04", new(2024, 1, 26), "h18v04-bbbb-last.tif");
        await images.StoreManifestAsync();

        var list = await WebUnderTest.JsonOf(await _web.GetAsync(images.Address));

        Assert.Equal(20_001, list.GetProperty("images").GetInt32());
        Assert.Equal(HttpStatusCode.OK, (await _web.GetAsync($"{images.Address}/days/2024-01-26/h18v04-bbbb-last.tif")).StatusCode);
    }

    [Fact]
    public async Task Whoever_may_read_sees_images_and_estimates_and_nobody_else_does()
    {
        await using var keyed = new KeyedWeb(("Access:SubmitsPerMinute", "0"), ("Access:ReadsPerMinute", "0"));
        var images = await PlantedImages.OfAsync(keyed.Web);
        var (key, _) = await keyed.NewKeyAsync("reader", AccessScope.Read);

        Assert.Equal(HttpStatusCode.OK, (await keyed.SendAsync(HttpMethod.Get, images.Address, key)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await keyed.SendAsync(HttpMethod.Head, images.Address + ".zip", key)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await keyed.SendAsync(HttpMethod.Post, "/api/v1/images/estimate", key, """{"experiment":"modis.pipeline"}""")).StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, (await keyed.SendAsync(HttpMethod.Get, $"{images.Address}/results/picture-aaaa-1/picture.png")).StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, (await keyed.SendAsync(HttpMethod.Head, images.Address + ".zip")).StatusCode);
        Assert.Equal(HttpStatusCode.Forbidden, (await keyed.SendAsync(HttpMethod.Post, "/images/new", key, "{}")).StatusCode);
    }

    private static async Task<byte[]> ContentOf(ZipArchiveEntry entry)
    {
        await using var content = await entry.OpenAsync(Cancelled);
        using var bytes = new MemoryStream();
        await content.CopyToAsync(bytes, Cancelled);
        return bytes.ToArray();
    }

    private async Task<ZipArchive> ZipAsync(string address) =>
        new(new MemoryStream(await _web.Client.GetByteArrayAsync(address, Cancelled)), ZipArchiveMode.Read);

    private async Task RefusedAsync(string address, params string[] sentences)
    {
        var answer = await _web.GetAsync(address);
        Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
        Assert.Contains((await WebUnderTest.JsonOf(answer)).GetProperty("detail").GetString(), sentences);
    }
}
