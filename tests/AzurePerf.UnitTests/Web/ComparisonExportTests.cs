using System.Net;
using AngleSharp.Html.Parser;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ComparisonExportTests : IAsyncDisposable
{
    private const string Request = """{"experiment": "queue.add", "preset": "quick", "seed": 1, "repetitions": 10, "parameters": {"clients": [1, 4]}}""";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task The_file_begins_with_the_answer_of_the_page_and_has_its_numbers()
    {
        var runs = $"{await MeasureAsync(10, 1)},{await MeasureAsync(8, 0.7)}";

        var page = await Page.OpenAsync(_web, $"/compare?runs={runs}&margin=0.1");
        var link = page.Document.QuerySelectorAll(".links a").First(one => one.TextContent == "Export HTML").GetAttribute("href")!;
        var file = await Page.OpenAsync(_web, link);

        Assert.Contains($"&margin=0.1", link, StringComparison.Ordinal);
        Assert.Equal(page.Texts("h1"), file.Texts("h1"));
        Assert.Equal(page.Texts(".answer-sentence"), file.Texts(".answer-sentence"));
        Assert.Equal(page.Texts(".how-sure"), file.Texts(".how-sure"));
        Assert.Equal(file.Element(".title").NextElementSibling, file.Element(".answer"));
        Assert.Equal(page.Texts(".changes td[data-label=change]"), file.Document.QuerySelectorAll("table")
            .First(table => table.QuerySelector("th")!.TextContent == "configuration").QuerySelectorAll("tbody tr").Select(row => row.Children[1].TextContent));
        Assert.Contains("Cautions", file.Texts("h2"));
        Assert.Contains("Settings", file.Texts("h2"));
        Assert.Equal($"Made 2026-03-14 09:26:53 UTC from http://localhost/compare?runs={runs}&margin=0.1", file.Texts("main > .note")[^1]);
        Assert.Equal(["comparison"], file.Document.QuerySelectorAll("figure").Select(figure => figure.GetAttribute("data-chart")));
    }

    [Fact]
    public async Task Markdown_says_the_same_and_starts_with_the_answer()
    {
        var runs = $"{await MeasureAsync(10, 1)},{await MeasureAsync(8, 0.7)}";
        var answer = (await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/compare?baseline={runs.Replace(",", "&candidate=", StringComparison.Ordinal)}"))).GetProperty("answer");

        var markdown = await _web.Client.GetStringAsync($"/api/v1/compare/export?format=md&runs={runs}", Cancelled);

        var lines = markdown.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(answer.GetProperty("sentence").GetString(), lines[1].Trim('*').Replace("\\", "", StringComparison.Ordinal));
        Assert.Contains(lines, line => line.StartsWith("How sure: low. ", StringComparison.Ordinal));
        Assert.Contains(lines, line => line.StartsWith("| 1 client | -30 % |", StringComparison.Ordinal));
        Assert.StartsWith("Made 2026-03-14", lines[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_of_several_runs_has_its_answer_and_its_rows()
    {
        var runs = $"{await MeasureAsync(10, 1)},{await MeasureAsync(8, 0.7)},{await MeasureAsync(6, 1)}";

        var file = await Page.OpenAsync(_web, $"/api/v1/compare/export?format=html&runs={runs}");

        Assert.Equal(2, file.Texts(".answer").Count);
        Assert.Equal(4, file.Document.QuerySelectorAll("table").Single(table => table.QuerySelector("th")!.TextContent == "configuration").QuerySelectorAll("tbody tr").Length);
    }

    [Fact]
    public async Task Text_of_users_is_text_in_both()
    {
        var named = Request.Replace("\"seed\"", "\"name\": \"<b>x</b>\", \"seed\"", StringComparison.Ordinal);
        var runs = $"{await MeasureAsync(10, 1, named)},{await MeasureAsync(8, 0.7, named)}";

        var html = await new HtmlParser().ParseDocumentAsync(await _web.Client.GetStringAsync($"/api/v1/compare/export?format=html&runs={runs}", Cancelled));
        var markdown = await _web.Client.GetStringAsync($"/api/v1/compare/export?format=md&runs={runs}", Cancelled);

        Assert.Empty(html.QuerySelectorAll("b"));
        Assert.DoesNotContain("<b>", markdown, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("format=html&runs=aaaaaaaaaaaaaaaaaaaa", HttpStatusCode.BadRequest)]
    [InlineData("format=pdf&runs=aaaaaaaaaaaaaaaaaaaa,bbbbbbbbbbbbbbbbbbbb", HttpStatusCode.BadRequest)]
    [InlineData("runs=aaaaaaaaaaaaaaaaaaaa,bbbbbbbbbbbbbbbbbbbb", HttpStatusCode.BadRequest)]
    [InlineData("format=html&runs=aaaaaaaaaaaaaaaaaaaa,..%2Fx", HttpStatusCode.NotFound)]
    [InlineData("format=md&runs=aaaaaaaaaaaaaaaaaaaa,bbbbbbbbbbbbbbbbbbbb", HttpStatusCode.NotFound)]
    public async Task What_cannot_be_exported_is_refused(string query, HttpStatusCode status) =>
        Assert.Equal(status, (await _web.GetAsync("/api/v1/compare/export?" + query)).StatusCode);

    [Fact]
    public async Task Runs_of_different_experiments_are_refused_in_words()
    {
        var runs = $"{await MeasureAsync(10, 1)},{await MeasureAsync(8, 1, Request.Replace("queue.add", "queue.peek", StringComparison.Ordinal))}";

        await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync("/api/v1/compare/export?format=html&runs=" + runs), HttpStatusCode.UnprocessableEntity, "/problems/nothing-to-compare");
    }

    [Theory]
    [InlineData("metric=speed", "metric")]
    [InlineData("margin=x", "margin")]
    [InlineData("across=colour", "across")]
    public async Task A_wrong_question_is_refused_by_its_field_as_the_comparison_does(string query, string field)
    {
        var runs = $"{await MeasureAsync(10, 1)},{await MeasureAsync(8, 1)},{await MeasureAsync(6, 1)}";

        var problem = await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync($"/api/v1/compare/export?format=md&runs={runs}&{query}"), HttpStatusCode.BadRequest, "/problems/invalid-request");

        Assert.Single(problem.GetProperty("errors").GetProperty(field).EnumerateArray());
    }

    [Fact]
    public async Task A_run_that_has_not_ended_is_refused_as_such()
    {
        var running = await SeededRun.SubmitAsync(_web, Request, 1);
        await running.MoveAsync(RunStatus.Running, 3);

        await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync($"/api/v1/compare/export?format=md&runs={await MeasureAsync(8, 1)},{running.Id}"), HttpStatusCode.Conflict, "/problems/run-not-ended");
    }

    private async Task<string> MeasureAsync(int minutesAgo, double factor, string request = Request)
    {
        var run = await SeededRun.SubmitAsync(_web, request, minutesAgo);
        await run.MoveAsync(RunStatus.Completed, 20);
        await run.PublishAsync(run.Measured(planned =>
            SeededRun.Summary(SeededRun.Level(planned, "clients"), ComparedPoints.Hundred[(planned.Repetition - 1) % 10] * factor, 512, 400)).Select(point => point with { Build = "b1" }));
        return run.Id;
    }
}
