using System.Net;
using System.Text.Json;
using AzurePerf.Core.Executions;
using AzurePerf.Storage;
using AzurePerf.Storage.Executions;
using AzurePerf.UnitTests.Golden;
using AzurePerf.UnitTests.Reports.Outcomes;
using AzurePerf.UnitTests.Web.Charts;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class OutcomesTests : IAsyncDisposable
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, NewLine = "\n" };
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task The_report_looks_as_agreed()
    {
        await SeedAsync();

        var report = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/reports/outcomes?days=2"));

        GoldenFile.Check("api-outcomes.json", JsonSerializer.Serialize(report, Indented) + "\n");
    }

    [Theory]
    [InlineData("", 7)]
    [InlineData("?days=1", 1)]
    [InlineData("?days=90", 90)]
    public async Task It_covers_the_days_asked_for_until_today(string query, int days)
    {
        var report = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/reports/outcomes" + query));

        Assert.Equal(days, report.GetProperty("days").GetArrayLength());
        Assert.Equal(("2026-03-14", 0), (report.GetProperty("to").GetString(), report.GetProperty("all").GetProperty("executions").GetInt32()));
    }

    [Theory]
    [InlineData("0")]
    [InlineData("91")]
    [InlineData("-1")]
    [InlineData("week")]
    [InlineData("1.5")]
    [InlineData("")]
    [InlineData("1&days=2")]
    public async Task A_number_of_days_out_of_range_is_refused_and_named(string days)
    {
        var problem = await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync("/api/v1/reports/outcomes?days=" + days), HttpStatusCode.BadRequest, "/problems/invalid-request");

        Assert.Equal("must be a whole number from 1 to 90", Assert.Single(problem.GetProperty("errors").GetProperty("days").EnumerateArray()).GetString());
    }

    [Fact]
    public async Task A_row_that_makes_no_sense_is_named_and_hides_no_other()
    {
        await SeedAsync();
        await SpoilAsync(SampleHours.All[3].TaskClass.RowKey);

        var report = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/reports/outcomes"));
        var page = await Page.OpenAsync(_web, "/outcomes");

        Assert.Equal(1_090, report.GetProperty("all").GetProperty("executions").GetInt32());
        Assert.StartsWith("row queue.add", Assert.Single(report.GetProperty("unreadable").EnumerateArray()).GetString(), StringComparison.Ordinal);
        Assert.StartsWith("row queue.add", Assert.Single(page.Texts(".notice li")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_page_shows_days_newest_first_with_the_timed_out_share_and_its_interval()
    {
        await SeedAsync();

        var page = await Page.OpenAsync(_web, "/outcomes?days=3");

        Assert.Equal(HttpStatusCode.OK, page.Response.StatusCode);
        Assert.Equal(["blob.download", "queue.add", "all", "2026-03-14", "2026-03-13", "2026-03-12"], page.Texts("main > .scroll tbody th").Take(6));
        Assert.Equal("2026-03-14 1,000 970 80.7 % 78.1 to 83.0 2.00 % 1.30 to 3.07 17.1 % 14.9 to 19.6 0.200 % 0.0549 to 0.726 16.0 % 13.9 to 18.4", page.Texts("main > .scroll tbody tr")[3]);
        Assert.Equal("2026-03-12 0 0 - - - - -", page.Texts("main > .scroll tbody tr")[5]);
    }

    [Fact]
    public async Task Each_bar_shows_the_share_that_is_written_beside_it_and_the_published_limit()
    {
        await SeedAsync();

        var page = await Page.OpenAsync(_web, "/outcomes?days=2");

        var bar = page.Element("table:nth-of-type(1) tbody tr:nth-child(1) svg.share-bar");
        var share = 160.0 / 1_090;
        Assert.Equal(5, page.Document.QuerySelectorAll("svg.share-bar").Length);
        Assert.Equal((100 * share / 0.2).ToString("0.##", System.Globalization.CultureInfo.InvariantCulture), bar.QuerySelector("rect.share")!.GetAttribute("width"));
        Assert.Equal("80", bar.QuerySelector("line.limit")!.GetAttribute("x1"));
        Assert.All(page.Document.QuerySelectorAll("svg.share-bar"), svg => Assert.Equal("true", svg.GetAttribute("aria-hidden")));
        Assert.Empty(page.Document.QuerySelectorAll("script:not([src]), [style]"));
    }

    [Fact]
    public async Task Page_csv_and_api_have_the_same_numbers_in_the_chart_of_timeouts()
    {
        await SeedAsync();
        var page = await Page.OpenAsync(_web, "/outcomes?days=3");

        var answer = await WebUnderTest.JsonOf(await _web.GetAsync(page.Element("#charts").GetAttribute("data-source")!));

        var chart = Assert.Single(answer.GetProperty("charts").EnumerateArray());
        Assert.Equal(3, chart.GetProperty("table").GetProperty("rows").GetArrayLength());
        await ChartNumbers.CheckAsync(_web, page, chart);
        await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync("/api/v1/reports/outcomes/charts?days=0"), HttpStatusCode.BadRequest, "/problems/invalid-request");
    }

    [Fact]
    public async Task Causes_of_ours_stand_beside_those_of_ModisAzure()
    {
        await SeedAsync();

        var rows = (await Page.OpenAsync(_web, "/outcomes")).Texts("tbody tr");

        Assert.Contains("VM execution timeout 5,300 0.174 % 160 130 14.5 % 12.6 to 16.8", rows);
        Assert.Contains("not listed: user code 237,036 7.76 % 0 0 0 % 0 to 0.348", rows);
        Assert.Contains("worker lost - - 1 1 0.0909 % 0.0160 to 0.513", rows);
    }

    [Fact]
    public async Task Without_executions_the_page_says_what_to_do()
    {
        var page = await Page.OpenAsync(_web, "/outcomes");

        Assert.Contains("No execution ended from 2026-03-08 to 2026-03-14.", page.Text, StringComparison.Ordinal);
        Assert.NotNull(page.Element(".empty a[href='/submit']"));
    }

    [Fact]
    public async Task A_wrong_period_is_named_on_the_page_that_shows_the_usual_one()
    {
        var page = await Page.OpenAsync(_web, "/outcomes?days=week");

        Assert.Equal(HttpStatusCode.BadRequest, page.Response.StatusCode);
        Assert.Equal(["days must be a whole number from 1 to 90; the last 7 days are shown"], page.Texts("[role=alert]"));
        Assert.Equal(["7 days"], page.Texts(".periods [aria-current]"));
    }

    [Fact]
    public async Task The_classes_of_the_pipeline_have_their_outcomes_their_chart_and_a_place_in_Table_2()
    {
        await SeedAsync(SampleHours.WithPipeline);

        var page = await Page.OpenAsync(_web, "/outcomes?days=2");

        Assert.StartsWith("modis.pipeline: 84.1 % of 113 executions of 108 tasks succeeded", Assert.Single(page.Texts(".answer")), StringComparison.Ordinal);
        var rows = page.Texts("main > .scroll tbody tr");
        Assert.Contains("source download download source failed 3 2 13.0 % 4.54 to 32.1", rows);
        Assert.Contains("reprojection 1,704,002 55.8 % 80 76 72.7 % 63.7 to 80.2", rows);
        Assert.Contains("success 2,000,656 65.5 % 1,002 1,002 82.6 % 80.4 to 84.6", rows);
        var charts = (await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/reports/outcomes/charts?days=2"))).GetProperty("charts").EnumerateArray().ToArray();
        Assert.Equal(["timeouts", "timeouts-by-class"], charts.Select(chart => chart.GetProperty("id").GetString()));
        foreach (var chart in charts)
        {
            await ChartNumbers.CheckAsync(_web, page, chart);
        }
    }

    private async Task SeedAsync(HourlyStatistics[]? hours = null) =>
        Assert.Empty(await new ExecutionStatisticsStore(_web.Control.Rows, WebUnderTest.Clock).AddAsync(hours ?? SampleHours.All, "seed", TestContext.Current.CancellationToken));

    private async Task SpoilAsync(string kind)
    {
        var row = (await _web.Control.Rows.ListAsync(ControlNames.ExecutionsTable, kind, cancellationToken: TestContext.Current.CancellationToken).FirstAsync(TestContext.Current.CancellationToken));
        row["sum"] = "much";
        await _web.Control.Rows.PutAsync(ControlNames.ExecutionsTable, row, TestContext.Current.CancellationToken);
    }
}
