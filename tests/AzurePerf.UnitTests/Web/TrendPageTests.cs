using System.Net;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Trends;
using AzurePerf.UnitTests.Web.Charts;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class TrendPageTests : IAsyncDisposable
{
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Runs_with_the_same_settings_make_a_trend_with_a_table_of_the_same_values()
    {
        var last = await EndAsync(seed: 3, minutesAgo: 5, rate: 30);
        await EndAsync(seed: 1, minutesAgo: 25, rate: 10);
        await EndAsync(seed: 2, minutesAgo: 15, rate: 20);
        await EndAsync(seed: 9, minutesAgo: 16, rate: 99, clients: 8);

        var page = await Page.OpenAsync(_web, "/trends?run=" + last);

        Assert.Equal(["30.0", "20.0", "10.0"], page.Texts("#values td.strong"));
        Assert.Equal(["10", "20", "30"], page.Document.QuerySelectorAll("#table-trend tbody tr").Select(row => row.QuerySelectorAll("td")[3].TextContent));
        Assert.Contains("3 runs. Median per run from 10.0 ops/s to 30.0 ops/s", page.Texts("figcaption p")[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_change_that_was_not_found_is_not_said_not_to_be_there()
    {
        var last = "";
        for (var run = 1; run <= 10; run++)
        {
            last = await EndAsync(seed: run, minutesAgo: 60 - run, rate: 10 + (run % 2));
        }

        var page = await Page.OpenAsync(_web, "/trends?run=" + last);

        Assert.Equal(["No lasting change was found in 10 values"], page.Texts(".answer.answer-undecided .answer-sentence"));
    }

    [Fact]
    public async Task Page_csv_and_api_have_the_same_numbers_in_the_chart()
    {
        await EndAsync(seed: 1, minutesAgo: 25, rate: 10);
        var last = await EndAsync(seed: 2, minutesAgo: 15, rate: 20);
        var page = await Page.OpenAsync(_web, "/trends?run=" + last);

        var answer = await WebUnderTest.JsonOf(await _web.GetAsync(page.Element("#charts").GetAttribute("data-source")!));

        await ChartNumbers.CheckAsync(_web, page, Assert.Single(answer.GetProperty("charts").EnumerateArray()));
        await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync($"/api/v1/trends/charts/other.csv?run={last}"), HttpStatusCode.NotFound, "/problems/not-found");
    }

    [Theory]
    [InlineData("Export HTML", "<table>")]
    [InlineData("Markdown", "| Run |")]
    public async Task The_file_of_a_trend_has_the_answer_and_the_values_of_the_page(string link, string mark)
    {
        await EndAsync(seed: 1, minutesAgo: 25, rate: 10);
        var last = await EndAsync(seed: 2, minutesAgo: 15, rate: 20);
        var page = await Page.OpenAsync(_web, "/trends?run=" + last);

        var file = await _web.Client.GetStringAsync(
            page.Document.QuerySelectorAll(".links a").Single(one => one.TextContent == link).GetAttribute("href")!, TestContext.Current.CancellationToken);

        Assert.Contains(Assert.Single(page.Texts(".answer-sentence")), file, StringComparison.Ordinal);
        Assert.Contains(mark, file, StringComparison.OrdinalIgnoreCase);
        Assert.Contains(last, file, StringComparison.Ordinal);
        Assert.All(page.Texts("#values td.strong"), value => Assert.Contains(value, file, StringComparison.Ordinal));
        Assert.Contains("Made 2026-03-14 09:26:53 UTC from http://localhost/trends?run=" + last, file.Replace("\\", "", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("format=html&run=aaaaaaaaaaaaaaaaaaaa", HttpStatusCode.NotFound)]
    [InlineData("format=html", HttpStatusCode.BadRequest)]
    [InlineData("run=aaaaaaaaaaaaaaaaaaaa", HttpStatusCode.BadRequest)]
    public async Task A_trend_that_cannot_be_exported_is_refused(string query, HttpStatusCode status) =>
        Assert.Equal(status, (await _web.GetAsync("/api/v1/trends/export?" + query)).StatusCode);

    [Fact]
    public async Task The_same_plan_leaves_out_other_seeds()
    {
        var first = await EndAsync(seed: 1, minutesAgo: 25, rate: 10);
        await EndAsync(seed: 1, minutesAgo: 15, rate: 20);
        await EndAsync(seed: 2, minutesAgo: 5, rate: 30);

        var page = await Page.OpenAsync(_web, $"/trends?run={first}&same=plan");

        Assert.Equal(["20.0", "10.0"], page.Texts("#values td.strong"));
    }

    [Theory]
    [InlineData("?run=aaaaaaaaaaaaaaaaaaaa", "there is no run with this id")]
    [InlineData("?schedule=aaaaaaaaaaaaaaaaaaaa", "there is no schedule with this id")]
    [InlineData("?run=..%2Fx", "there is no run with this id")]
    public async Task What_is_not_there_is_said(string query, string fault)
    {
        var page = await Page.OpenAsync(_web, "/trends" + query);

        Assert.Equal(HttpStatusCode.NotFound, page.Response.StatusCode);
        Assert.Equal([fault], page.Texts(".fault"));
    }

    [Theory]
    [InlineData("{\"clients\":8}")]
    [InlineData("eight clients")]
    public async Task Another_configuration_than_those_that_were_measured_shows_no_trend(string configuration)
    {
        var run = await EndAsync(seed: 1, minutesAgo: 25, rate: 10);

        var page = await Page.OpenAsync(_web, $"/trends?run={run}&configuration={Uri.EscapeDataString(configuration)}");

        Assert.Equal(HttpStatusCode.NotFound, page.Response.StatusCode);
        Assert.Equal(["no run here measured this configuration"], page.Texts(".fault"));
    }

    [Fact]
    public async Task A_row_that_makes_no_sense_hides_no_other()
    {
        var run = await EndAsync(seed: 1, minutesAgo: 25, rate: 10);
        await _web.Control.Rows.PutAsync(ControlNames.TrendsTable, new("queue.add~default", "x") { ["v"] = 1, ["run"] = "{" }, TestContext.Current.CancellationToken);

        Assert.Equal(["10.0"], (await Page.OpenAsync(_web, "/trends?run=" + run)).Texts("#values td.strong"));
    }

    [Fact]
    public async Task Runs_that_share_a_name_are_shown_by_their_ids()
    {
        var first = await EndAsync(seed: 1, minutesAgo: 35, rate: 10);
        var second = await EndAsync(seed: 2, minutesAgo: 25, rate: 10, name: "nightly");
        var third = await EndAsync(seed: 3, minutesAgo: 15, rate: 10, name: "nightly");
        await EndAsync(seed: 4, minutesAgo: 5, rate: 10, name: "after the move");

        var page = await Page.OpenAsync(_web, "/trends?run=" + first);

        Assert.Equal(["after the move", third, second, first], page.Texts("#values tbody th"));
    }

    private async Task<string> EndAsync(int seed, int minutesAgo, double rate, int clients = 2, string name = "")
    {
        var run = await SeededRun.SubmitAsync(_web, $$"""{"experiment": "queue.add", "preset": "quick", "name": "{{name}}", "seed": {{seed}}, "parameters": {"clients": {{clients}} } }""", minutesAgo);
        await run.MoveAsync(RunStatus.Completed, 2);
        var points = run.Measured(planned => SeededRun.Summary(clients, rate / 1.05, 1, 40).With(operations => operations with { OperationsPerSecond = new(rate, null, rate, rate / clients) })).ToArray();
        var plan = RunPlanner.Plan(Shipped.Experiments.Find("queue.add")!, run.Run.Spec);
        await run.SumUpAsync(points, ended => ended with { PlanHash = PlanHash.Of(ended.Spec, plan) });
        return run.Id;
    }
}
