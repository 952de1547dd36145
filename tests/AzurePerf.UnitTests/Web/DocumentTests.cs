using System.IO.Compression;
using System.Net;
using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Blobs;
using AzurePerf.Web.Runs;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Web;

public sealed class DocumentTests : IAsyncDisposable
{
    private const string Download = """{"experiment": "blob.download", "preset": "quick"}""";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Theory]
    [InlineData("")]
    [InlineData("/points")]
    public async Task Who_has_the_document_is_told_so_until_it_changes(string document)
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 1);
        var etag = (await _web.GetAsync($"/api/v1/runs/{run.Id}{document}")).Headers.ETag!;

        var known = await GetAsync($"/api/v1/runs/{run.Id}{document}", ("If-None-Match", etag.ToString()));
        Assert.Equal(HttpStatusCode.NotModified, known.StatusCode);
        Assert.Equal(etag, known.Headers.ETag);
        Assert.Empty(await known.Content.ReadAsByteArrayAsync(Cancelled));

        await run.EndAsync(RunStatus.Completed, "");
        var changed = await GetAsync($"/api/v1/runs/{run.Id}{document}", ("If-None-Match", etag.ToString()));
        Assert.Equal(HttpStatusCode.OK, changed.StatusCode);
        Assert.NotEqual(etag, changed.Headers.ETag);
    }

    [Fact]
    public async Task Answers_of_the_api_are_compressed_for_those_who_take_it()
    {
        var compressed = await GetAsync("/api/v1/experiments", ("Accept-Encoding", "gzip"));
        var plain = await _web.Client.GetStringAsync("/api/v1/experiments", Cancelled);

        Assert.Equal(["gzip"], compressed.Content.Headers.ContentEncoding);
        await using var gzip = new GZipStream(await compressed.Content.ReadAsStreamAsync(Cancelled), CompressionMode.Decompress);
        using var text = new StreamReader(gzip);
        Assert.Equal(plain, await text.ReadToEndAsync(Cancelled));
    }

    [Fact]
    public async Task Pages_are_not_compressed_because_their_forms_hold_secrets() =>
        Assert.Empty((await GetAsync("/submit", ("Accept-Encoding", "gzip"))).Content.Headers.ContentEncoding);

    [Theory]
    [InlineData("GET", "/api/v1/runs")]
    [InlineData("GET", "/api/v1/runs/aaaaaaaaaaaaaaaaaaaa/events")]
    [InlineData("OPTIONS", "/api/v1/runs")]
    public async Task No_other_site_is_allowed_to_read_an_answer(string method, string address)
    {
        using var request = new HttpRequestMessage(new(method), address);
        request.Headers.Add("Origin", "https://example.org");
        request.Headers.Add("Access-Control-Request-Method", "GET");

        var response = await _web.Client.SendAsync(request, Cancelled);

        Assert.DoesNotContain(response.Headers, header => header.Key.StartsWith("Access-Control-", StringComparison.OrdinalIgnoreCase));
    }

    [Fact]
    public async Task Points_come_in_pages_and_what_is_derived_from_all_with_the_first()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "insert.ratio", "preset": "quick", "parameters": {"clients": 4}}""");
        await run.MoveAsync(RunStatus.Completed, 4);
        await run.PublishAsync(run.Measured(planned => SeededRun.Summary(4, 100 + planned.Number, 4_096, 80)));
        var all = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/points"));

        var first = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/points?limit=3"));
        var second = await WebUnderTest.JsonOf(await _web.GetAsync(first.GetProperty("next").GetString()!));

        Assert.Equal(
            all.GetProperty("points").EnumerateArray().Select(point => point.GetRawText()),
            first.GetProperty("points").EnumerateArray().Concat(second.GetProperty("points").EnumerateArray()).Select(point => point.GetRawText()));
        Assert.Equal(all.GetProperty("ratios").GetRawText(), first.GetProperty("ratios").GetRawText());
        Assert.Equal(0, second.GetProperty("ratios").GetArrayLength());
        Assert.True(all.GetProperty("metrics").GetArrayLength() > 0);
        Assert.All(
            new[] { "metrics", "leftOut", "scale", "emulator", "disclaimer" },
            name => Assert.Equal(all.GetProperty(name).GetRawText(), second.GetProperty(name).GetRawText()));
        Assert.Equal(JsonValueKind.Null, second.GetProperty("next").ValueKind);
    }

    [Fact]
    public void Every_page_of_points_says_what_must_stand_beside_its_numbers()
    {
        var all = new PointListResponse("r", RunStatus.Completed, [], []) { Disclaimer = "derived", LeftOut = [7], Emulator = true };

        var page = new PointPage(3, null).Of(all);

        Assert.Equal(("derived", true), (page.Disclaimer, page.Emulator));
        Assert.Equal([7], page.LeftOut);
    }

    [Theory]
    [InlineData("after=-1", "after")]
    [InlineData("limit=0", "limit")]
    [InlineData("limit=2001", "limit")]
    public async Task A_page_of_points_that_cannot_be_is_refused(string query, string path)
    {
        var run = await SeededRun.SubmitAsync(_web, Download);

        var problem = await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync($"/api/v1/runs/{run.Id}/points?{query}"), HttpStatusCode.BadRequest, "/problems/invalid-request");

        Assert.True(problem.GetProperty("errors").TryGetProperty(path, out _));
    }

    [Fact]
    public async Task The_histogram_of_a_point_counts_each_latency_once()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Completed, 4);
        await run.PublishAsync(run.Measured(_ => SeededRun.Summary(1, 10, 1, 20)).Select(point => point with { DetailsBlob = point.Number == 1 ? "a/details.json.gz" : "" }));
        var latencies = new LatencyHistogram();
        foreach (var latency in new long[] { 100, 100, 1_000 })
        {
            latencies.Record(latency);
        }

        await new MeasurementFiles(_web.Control.Results).PutAsync(
            "a/details.json.gz", Observed(Client(0, 0, 1_000, completed: 7, overlap: 7)) with { Latencies = latencies }, null, Cancelled);

        var histogram = (await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/points/1/histogram"))).GetProperty("latencies");

        Assert.Equal((3, 100, 1_000), (histogram.GetProperty("count").GetInt32(), histogram.GetProperty("minimumNanoseconds").GetInt32(), histogram.GetProperty("maximumNanoseconds").GetInt32()));
        Assert.Equal([2, 1], histogram.GetProperty("buckets").EnumerateArray().Select(bucket => bucket.GetProperty("count").GetInt32()));
        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync($"/api/v1/runs/{run.Id}/points/2/histogram")).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync($"/api/v1/runs/{run.Id}/points/99/histogram")).StatusCode);
    }

    [Fact]
    public async Task One_document_has_run_points_and_events()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Completed, 4);
        await run.PublishAsync(run.Measured(_ => SeededRun.Summary(1, 10, 1, 20)));
        await run.NoteAsync("planned");

        var document = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/export?format=json"));

        Assert.Equal(
            (run.Id, 4, 1),
            (document.GetProperty("run").GetProperty("id").GetString()!, document.GetProperty("points").GetProperty("points").GetArrayLength(), document.GetProperty("events").GetArrayLength()));
    }

    private async Task<HttpResponseMessage> GetAsync(string address, params (string Name, string Value)[] headers)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address);
        foreach (var (name, value) in headers)
        {
            request.Headers.TryAddWithoutValidation(name, value);
        }

        return await _web.Client.SendAsync(request, Cancelled);
    }
}
