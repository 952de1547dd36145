using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Json;
using AngleSharp.Dom;
using AngleSharp.Html.Parser;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Digests;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.UnitTests.Charts;
using Xunit;

namespace AzurePerf.UnitTests.Web.Charts;

public sealed class ChartPageTests : IAsyncDisposable
{
    private const string Sweep = """{"experiment": "blob.download", "preset": "quick", "name": "<script>alert(1)</script>", "parameters": {"clients": [1, 4, 16]}, "repetitions": 6, "tags": {"note": "</script><b>x"}}""";

    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Page_csv_and_api_have_the_same_numbers_in_every_chart()
    {
        var run = await EndedAsync();
        var page = await Page.OpenAsync(_web, $"/runs/{run.Id}");

        var charts = (await JsonAsync($"/api/v1/runs/{run.Id}/charts")).GetProperty("charts").EnumerateArray().ToArray();

        Assert.Equal(
            ["rate", "rate-per-client", "latency-distribution", "percentiles", "operations", "latency-heat", "workers"], charts.Select(chart => chart.GetProperty("id").GetString()));
        foreach (var chart in charts)
        {
            await ChartNumbers.CheckAsync(_web, page, chart);
        }
    }

    [Fact]
    public async Task The_level_of_the_address_is_the_level_of_page_and_file()
    {
        var run = await EndedAsync();

        var page = await Page.OpenAsync(_web, $"/runs/{run.Id}?configuration=0");

        Assert.Equal("Latency over time: 1 client", page.Element("#chart-percentiles h3").TextContent);
        Assert.Equal($"/api/v1/runs/{run.Id}/charts?configuration=0", page.Element("#charts").GetAttribute("data-source"));
        Assert.EndsWith("/charts/percentiles.csv?configuration=0", page.Element("#chart-percentiles .chart-tools a").GetAttribute("href"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_page_that_is_asked_for_a_level_that_the_run_does_not_have_names_the_one_that_it_shows()
    {
        var run = await EndedAsync();

        var page = await Page.OpenAsync(_web, $"/runs/{run.Id}?configuration=9");

        Assert.Equal($"/api/v1/runs/{run.Id}/charts?configuration=2", page.Element("#charts").GetAttribute("data-source"));
    }

    [Fact]
    public async Task An_ended_run_is_read_from_its_digest_and_not_from_its_points()
    {
        var run = await EndedAsync();
        var before = await _web.Client.GetStringAsync($"/api/v1/runs/{run.Id}/points", TestContext.Current.CancellationToken);
        await ((IRowStore)_web.Control.Rows).DeletePartitionAsync("points", run.Id, TestContext.Current.CancellationToken);

        Assert.Equal(before, await _web.Client.GetStringAsync($"/api/v1/runs/{run.Id}/points", TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("gone")]
    [InlineData("nonsense")]
    [InlineData("other end")]
    public async Task Without_a_digest_of_that_end_the_rows_are_read_and_nothing_is_said_of_distributions(string fate)
    {
        var run = await EndedAsync();
        var name = RunDigestFile.NameOf(run.Id);
        var digest = RunDigestFile.Read((await _web.Control.Results.FindAsync(name, TestContext.Current.CancellationToken))!.ToMemory())!;
        await _web.Control.Results.DeleteAllAsync(name, TestContext.Current.CancellationToken).CountAsync(TestContext.Current.CancellationToken);
        if (fate != "gone")
        {
            var content = fate == "nonsense" ? "nonsense"u8.ToArray() : RunDigestFile.Write(digest with { Run = digest.Run with { Status = RunStatus.Cancelled }, Points = [] });
            await _web.Control.Results.PutAsync(name, BinaryData.FromBytes(content), TestContext.Current.CancellationToken);
        }

        var charts = await JsonAsync($"/api/v1/runs/{run.Id}/charts");

        Assert.Equal(["rate", "rate-per-client"], charts.GetProperty("charts").EnumerateArray().Select(chart => chart.GetProperty("id").GetString()));
        Assert.Equal(JsonValueKind.Null, charts.GetProperty("configuration").ValueKind);
    }

    [Theory]
    [InlineData("charts?configuration=first", HttpStatusCode.BadRequest, "/problems/invalid-request")]
    [InlineData("charts?configuration=3", HttpStatusCode.BadRequest, "/problems/invalid-request")]
    [InlineData("charts/percentiles.csv?configuration=3", HttpStatusCode.BadRequest, "/problems/invalid-request")]
    [InlineData("charts/nothing.csv", HttpStatusCode.NotFound, "/problems/not-found")]
    [InlineData("charts/nothing.svg", HttpStatusCode.NotFound, "/problems/not-found")]
    public async Task What_is_not_there_is_a_problem(string path, HttpStatusCode status, string type)
    {
        var run = await EndedAsync();

        await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync($"/api/v1/runs/{run.Id}/{path}"), status, type);
    }

    [Fact]
    public async Task Charts_of_a_run_that_does_not_exist_are_not_found() =>
        await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync("/api/v1/runs/aaaaaaaaaaaaaaaaaaaa/charts"), HttpStatusCode.NotFound, "/problems/not-found");

    [Fact]
    public async Task An_open_run_without_points_has_an_empty_hidden_section_that_its_script_fills_later()
    {
        var run = await SeededRun.SubmitAsync(_web, Sweep);
        await run.MoveAsync(RunStatus.Running, 0);

        var section = (await Page.OpenAsync(_web, $"/runs/{run.Id}")).Element("#charts");

        Assert.True(section.HasAttribute("hidden"));
        Assert.Equal("true", section.GetAttribute("data-open"));
    }

    [Fact]
    public async Task A_run_of_many_points_has_a_row_per_configuration_and_all_points_when_asked_for()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "blob.download", "preset": "quick", "parameters": {"clients": [1, 4]}, "repetitions": 31}""");
        await run.MoveAsync(RunStatus.Completed, 62);
        await run.PublishAsync(run.Measured(planned => SeededRun.Summary(SeededSource.Clients(planned), 100, 1 << 20, 500)));

        var page = await Page.OpenAsync(_web, $"/runs/{run.Id}");

        Assert.Equal(2, page.Document.QuerySelectorAll("[aria-label='Results by configuration'] tbody tr").Length);
        var all = await Page.OpenAsync(_web, $"/runs/{run.Id}{page.Element("a[href^='?points']").GetAttribute("href")}");
        Assert.Empty(page.Document.QuerySelectorAll("table.results tbody tr"));
        Assert.True(all.Element("#points").HasAttribute("open"));
        Assert.Equal(2, all.Document.QuerySelectorAll("[aria-label='Results by configuration'] tbody tr").Length);
        Assert.InRange(all.Document.QuerySelectorAll("table.results tbody tr").Length, 62, int.MaxValue);
    }

    [Fact]
    public async Task Script_and_style_have_addresses_that_name_their_content_and_may_be_kept()
    {
        var run = await EndedAsync();
        var address = (await Page.OpenAsync(_web, $"/runs/{run.Id}")).Element("script[src*=charts]").GetAttribute("src")!;

        var response = await _web.GetAsync(address);

        Assert.Equal("public, max-age=31536000, immutable", response.Headers.CacheControl!.ToString().Replace("max-age=31536000, public", "public, max-age=31536000", StringComparison.Ordinal));
        Assert.InRange((await response.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken)).Length, 100_000, 800_000);
        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync("/assets/charts.0000000000000000.js")).StatusCode);
    }

    [Fact]
    public async Task A_report_is_one_file_whose_policy_allows_what_is_inside_and_nothing_else()
    {
        var run = await EndedAsync();

        var html = await _web.Client.GetStringAsync($"/api/v1/runs/{run.Id}/export?format=html", TestContext.Current.CancellationToken);
        var report = await new HtmlParser().ParseDocumentAsync(html);

        var policy = report.QuerySelector("meta[http-equiv]")!.GetAttribute("content")!;
        Assert.Contains(HashOf(report.QuerySelector("style")!.TextContent), policy, StringComparison.Ordinal);
        Assert.Contains(HashOf(report.QuerySelector("script[type=module]")!.TextContent), policy, StringComparison.Ordinal);
        Assert.DoesNotContain("unsafe", policy, StringComparison.Ordinal);
        Assert.Equal(2, report.Scripts.Length);
        Assert.Empty(report.QuerySelectorAll("[src], link, [style], [onclick], b"));
        Assert.Equal("<script>alert(1)</script>", report.QuerySelector("h1")!.TextContent);
        var inside = JsonDocument.Parse(report.QuerySelector("#charts-data")!.TextContent).RootElement;
        Assert.True(JsonElement.DeepEquals((await JsonAsync($"/api/v1/runs/{run.Id}/charts")).GetProperty("charts"), inside.GetProperty("charts")));
    }

    [Fact]
    public async Task Markdown_shows_text_of_users_as_it_is()
    {
        var run = await EndedAsync();

        var markdown = await _web.Client.GetStringAsync($"/api/v1/runs/{run.Id}/export?format=md", TestContext.Current.CancellationToken);

        Assert.StartsWith("# &lt;script&gt;alert\\(1\\)&lt;/script&gt;\n", markdown, StringComparison.Ordinal);
        Assert.DoesNotContain("<b>", markdown, StringComparison.Ordinal);
        Assert.Contains("| 16 | 6 |", markdown, StringComparison.Ordinal);
        Assert.Contains("- **Throughput against clients**: Median throughput rises from", markdown, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_report_of_ten_thousand_points_stays_below_five_megabytes()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "blob.download", "preset": "quick", "parameters": {"clients": [1]}, "repetitions": 2000, "repeatEverySeconds": 60}""");
        await run.MoveAsync(RunStatus.Completed, 2_000);
        var source = SeededSource.Of("""{"experiment": "blob.download", "preset": "quick", "parameters": {"clients": [1]}, "repetitions": 2000, "repeatEverySeconds": 60}""", planned => 100 + (planned.Number % 17));
        var many = Enumerable.Range(0, 5).SelectMany(copy => source.Points.Select(point => point with { Number = point.Number + (2_000 * copy), Repetition = point.Repetition + (2_000 * copy), ClaimedAt = point.ClaimedAt!.Value.AddMinutes(2_000 * copy) }));
        await Digests.PutAsync(new() { Run = run.Run with { ETag = "" }, Points = [.. many], Curves = source.WithCurves().Curves }, TestContext.Current.CancellationToken);

        var report = await _web.Client.GetByteArrayAsync($"/api/v1/runs/{run.Id}/export?format=html", TestContext.Current.CancellationToken);

        Assert.Contains("10,000 values", Encoding.UTF8.GetString(report), StringComparison.Ordinal);
        Assert.InRange(report.Length, 1_000_000, 5_000_000);
    }

    private RunDigests Digests => new(_web.Control.Results, new MeasurementFiles(_web.Control.Results), Shipped.Experiments);

    /// <summary>A run as the engine ends it: rows, curves beside the details, and the digest made of both.</summary>
    private async Task<SeededRun> EndedAsync()
    {
        var run = await SeededRun.SubmitAsync(_web, Sweep);
        await run.MoveAsync(RunStatus.Completed, 18);
        foreach (var point in run.Measured(planned => SeededRun.Summary(SeededSource.Clients(planned), 100 * Math.Sqrt(SeededSource.Clients(planned)) * (1 + (0.01 * planned.Repetition)), 1 << 20, 500, planned.Number == 2 ? [PointFlag.RaggedEnd] : [])))
        {
            var details = $"{run.Id}/01/{point.Number}/1/details.json.gz";
            var curves = SeededCurves.Point(SeededCurves.Samples(point.Number, 2_000, 4, failures: 10), new WorkerRate(0, 2, 40, 4e7), new WorkerRate(1, 2, 60 + point.Number, 6e7));
            await _web.Control.Results.PutAsync(PointCurvesFile.NameBeside(details), BinaryData.FromBytes(PointCurvesFile.Write(curves)), TestContext.Current.CancellationToken);
            await run.PublishAsync(point with { DetailsBlob = details });
        }

        await Digests.WriteAsync(run.Run, await new PointStore(_web.Control.Rows).ListAsync(run.Id, TestContext.Current.CancellationToken).ToArrayAsync(TestContext.Current.CancellationToken), TestContext.Current.CancellationToken);
        return run;
    }

    private async Task<JsonElement> JsonAsync(string address)
    {
        var response = await _web.GetAsync(address);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        return await WebUnderTest.JsonOf(response);
    }

    private static string HashOf(string content) => "sha256-" + Convert.ToBase64String(System.Security.Cryptography.SHA256.HashData(Encoding.UTF8.GetBytes(content)));
}
