using System.Net;
using System.Text.Json;
using System.Xml.Linq;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web;

/// <summary>Criteria from the request to page, list, report and file.</summary>
public sealed class CriteriaPageTests : IAsyncDisposable
{
    private const string Missing = """{"experiment": "blob.download", "preset": "quick", "repetitions": 6, "parameters": {"clients": [1, 4]}, "failIf": ["bytesPerSecond<100MB/s", "errors>50%"]}""";
    private const string Sentence = "Missed: bytesPerSecond < 100 MB/s at 1 client (10.5 MB/s, 95 % CI 10.5 to 10.5 MB/s); 1 more.";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task The_run_page_says_first_whether_they_are_missed_and_then_where()
    {
        var run = await EndedAsync();

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal([Sentence], page.Texts(".answer.criteria-missed"));
        Assert.Equal(
            ["bytesPerSecond < 100 MB/s 1 missed 10.5 MB/s 10.5 to 10.5 MB/s 6 -", "bytesPerSecond < 100 MB/s 4 missed 10.5 MB/s 10.5 to 10.5 MB/s 6 -"],
            page.Texts("section[aria-labelledby=criteria-heading] tbody tr").Take(2));
        Assert.Contains("See under Criteria where the limit is missed and by how much.", page.Text, StringComparison.Ordinal);
        Assert.NotNull(page.Element($"a[href='/api/v1/runs/{run.Id}/export?format=junit']"));
    }

    [Fact]
    public async Task An_open_run_says_when_it_fails()
    {
        var run = await SeededRun.SubmitAsync(_web, Missing);
        await run.MoveAsync(RunStatus.Running, 1);

        Assert.Contains(
            "Fails if bytesPerSecond<100MB/s or errors>50%: judged at each configuration when the run has ended.",
            (await Page.OpenAsync(_web, "/runs/" + run.Id)).Text,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lists_home_comparison_and_reports_carry_the_verdict()
    {
        var run = await EndedAsync();
        var other = await EndedAsync(minutesAgo: 20);

        Assert.Equal(["criteria missed", "criteria missed"], (await Page.OpenAsync(_web, "/runs")).Texts("tbody .criteria-missed"));
        Assert.Equal(["criteria missed", "criteria missed"], (await Page.OpenAsync(_web, "/")).Texts("tbody .criteria-missed"));
        Assert.Contains(", criteria missed", (await Page.OpenAsync(_web, $"/compare?runs={other.Id},{run.Id}")).Text, StringComparison.Ordinal);
        var markdown = await _web.Client.GetStringAsync($"/api/v1/runs/{run.Id}/export?format=md", TestContext.Current.CancellationToken);
        Assert.Contains("Missed: bytesPerSecond &lt; 100 MB/s at 1 client", markdown, StringComparison.Ordinal);
        Assert.Contains("## Criteria", markdown, StringComparison.Ordinal);
        var html = await _web.Client.GetStringAsync($"/api/v1/runs/{run.Id}/export?format=html", TestContext.Current.CancellationToken);
        Assert.Contains("Missed: bytesPerSecond &lt; 100 MB/s at 1 client", html, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_API_tells_them_in_run_list_points_summary_and_comparison()
    {
        var run = await EndedAsync();
        var other = await EndedAsync(minutesAgo: 20);

        Assert.Equal("missed", (await JsonAsync($"/api/v1/runs/{run.Id}")).GetProperty("criteria").GetString());
        Assert.Equal("missed", (await JsonAsync("/api/v1/runs")).GetProperty("runs")[0].GetProperty("criteria").GetString());
        Assert.Equal("missed", (await JsonAsync($"/api/v1/compare?baseline={other.Id}&candidate={run.Id}")).GetProperty("candidate").GetProperty("criteria").GetString());
        foreach (var part in new[] { "points", "summary" })
        {
            var criteria = (await JsonAsync($"/api/v1/runs/{run.Id}/{part}")).GetProperty("criteria");
            Assert.Equal(("missed", Sentence), (criteria.GetProperty("verdict").GetString(), criteria.GetProperty("sentence").GetString()));
            Assert.Equal(4, criteria.GetProperty("results").GetArrayLength());
        }
    }

    [Fact]
    public async Task The_JUnit_file_has_a_test_for_each_criterion_and_configuration()
    {
        var run = await EndedAsync();

        using var response = await _web.GetAsync($"/api/v1/runs/{run.Id}/export?format=junit");

        Assert.Equal(("application/xml", $"{run.Id}.junit.xml"), (response.Content.Headers.ContentType!.MediaType, response.Content.Headers.ContentDisposition!.FileName));
        var suites = XDocument.Parse(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken)).Root!;
        Assert.Equal((4, 2), (suites.Descendants("testcase").Count(), suites.Descendants("failure").Count()));
    }

    [Fact]
    public async Task The_form_takes_one_per_line_and_gives_them_again_and_a_rerun_keeps_them()
    {
        var form = await Page.OpenAsync(_web, "/submit?experiment=blob.download&preset=quick");
        using var response = await form.SubmitAsync(("failIf", "p95 > 50ms\r\n errors>1% \r\n"));
        var id = response.Headers.Location!.ToString().Split('/')[^1];
        string[] stored = ["p95>50ms", "errors>1%"];

        Assert.Equal(stored, Criteria(await JsonAsync($"/api/v1/runs/{id}")));
        Assert.Equal("p95>50ms\nerrors>1%", (await Page.OpenAsync(_web, "/submit?from=" + id)).Element("#field-failIf")!.TextContent.Trim());
        using var rerun = await _web.Client.PostAsync($"/api/v1/runs/{id}/rerun", null, TestContext.Current.CancellationToken);
        Assert.Equal(stored, Criteria(await WebUnderTest.JsonOf(rerun)));
        using var clone = await _web.PostJsonAsync($"/api/v1/runs/{id}/clone", """{"failIf": null}""");
        Assert.False((await WebUnderTest.JsonOf(clone)).GetProperty("spec").TryGetProperty("failIf", out _));
    }

    [Fact]
    public async Task A_line_that_is_none_is_refused_next_to_its_field()
    {
        var form = await Page.OpenAsync(_web, "/submit?experiment=blob.download&preset=quick");

        var page = await Page.OfAsync(_web, await form.SubmitAsync(("failIf", "errors>1%\np95>50")));

        Assert.Contains("value 2 'p95>50' needs a unit: ms, s, us, µs, ns", page.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_estimate_says_the_least_number_of_repetitions()
    {
        using var response = await _web.PostJsonAsync("/api/v1/estimates", """{"experiment": "queue.add", "preset": "quick", "failIf": ["p50>50ms"]}""");

        Assert.Contains("'p50 > 50 ms' needs at least 6 repetitions to be met, and this run has 2",
            (await WebUnderTest.JsonOf(response)).GetProperty("notes").EnumerateArray().Select(note => note.GetString()));
    }

    [Fact]
    public async Task A_request_with_a_wrong_criterion_is_refused()
    {
        using var response = await _web.PostJsonAsync("/api/v1/runs", """{"experiment": "queue.add", "preset": "quick", "failIf": ["p95>50"]}""");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal("'p95>50' needs a unit: ms, s, us, µs, ns", (await WebUnderTest.JsonOf(response)).GetProperty("errors").GetProperty("failIf[0]")[0].GetString());
    }

    private static IEnumerable<string?> Criteria(JsonElement run) => run.GetProperty("spec").GetProperty("failIf").EnumerateArray().Select(one => one.GetString());

    private async Task<JsonElement> JsonAsync(string address)
    {
        using var response = await _web.GetAsync(address);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        return await WebUnderTest.JsonOf(response);
    }

    private async Task<SeededRun> EndedAsync(int minutesAgo = 10)
    {
        var run = await SeededRun.SubmitAsync(_web, Missing, minutesAgo);
        await run.MoveAsync(RunStatus.Completed, 12);
        await run.SumUpAsync([.. run.Measured(_ => SeededRun.Summary(1, 10, 1 << 20, 20))], ended => ended with { Criteria = CriteriaVerdict.Missed });
        await new AzurePerf.Storage.Runs.RunStore(_web.Control.Rows).PutIndexAsync(run.Run, TestContext.Current.CancellationToken);
        return run;
    }
}
