using System.Net;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ComparePageTests : IAsyncDisposable
{
    private const string Request = """{"experiment": "queue.add", "preset": "quick", "seed": 1, "repetitions": 10, "parameters": {"clients": [1, 4]}}""";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Several_runs_are_held_against_the_first_on_one_axis()
    {
        var ids = new[] { await MeasureAsync(10, 1), await MeasureAsync(8, 0.7), await MeasureAsync(6, 1) };

        var page = await Page.OpenAsync(_web, "/compare?runs=" + string.Join(",", ids));

        Assert.Equal(HttpStatusCode.OK, page.Response.StatusCode);
        Assert.Equal(["regressed", "no credible change", "regressed", "no credible change"], page.Texts("tbody .verdict"));
        Assert.Equal(["clients 1", "clients 1", "clients 4", "clients 4"], page.Texts("tbody th"));
        Assert.Equal(4, page.Document.QuerySelectorAll("tbody svg .interval").Length);
        Assert.Equal(["/runs/" + ids[1], "/runs/" + ids[2]], page.Document.QuerySelectorAll("tbody tr").Take(2).Select(row => row.QuerySelector("td a")!.GetAttribute("href")));
    }

    [Fact]
    public async Task The_page_says_the_same_as_the_API()
    {
        var (baseline, candidate) = (await MeasureAsync(10, 1), await MeasureAsync(8, 0.8));

        var page = await Page.OpenAsync(_web, $"/compare?baseline={baseline}&candidate={candidate}&metric=mean&margin=0.1");
        var api = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/compare?baseline={baseline}&candidate={candidate}&metric=mean&margin=0.1"));

        Assert.Equal(
            api.GetProperty("points").EnumerateArray().Select(point => Core.Reports.MetricText.Ratio(point.GetProperty("ratio").GetDouble())),
            page.Texts("tbody td[data-label=ratio]"));
    }

    [Fact]
    public async Task Why_runs_are_not_comparable_is_said_with_what_differs()
    {
        var baseline = await MeasureAsync(10, 1);
        var other = await MeasureAsync(8, 1, Request.Replace("\"clients\"", "\"operationTimeoutSeconds\": 7, \"clients\"", StringComparison.Ordinal));

        var page = await Page.OpenAsync(_web, $"/compare?runs={baseline}+{other}");
        var allowed = await Page.OpenAsync(_web, $"/compare?runs={baseline}+{other}&across=parameters&across=build");

        Assert.Equal("other fixed parameters (operationTimeoutSeconds 60 against 7)", page.Texts("tbody .reason")[0]);
        Assert.Equal(["no credible change", "no credible change"], allowed.Texts("tbody .verdict"));
        Assert.Equal(2, allowed.Document.QuerySelectorAll("input[name=across][checked]").Length);
    }

    [Fact]
    public async Task With_one_run_those_that_it_can_be_compared_with_are_offered()
    {
        var baseline = await MeasureAsync(10, 1);
        var other = await MeasureAsync(8, 1);
        await MeasureAsync(6, 1, Request.Replace("queue.add", "queue.peek", StringComparison.Ordinal));

        var page = await Page.OpenAsync(_web, "/compare?runs=" + baseline);

        Assert.Equal([$"/compare?runs={baseline},{other}"], page.Document.QuerySelectorAll(".cards a").Select(link => link.GetAttribute("href")));
    }

    [Theory]
    [InlineData("aaaaaaaaaaaaaaaaaaaa", "there is no run with the id aaaaaaaaaaaaaaaaaaaa")]
    [InlineData("..%2F..%2Fx", "there is no run with the id ../../x")]
    public async Task A_run_that_is_not_there_is_named(string id, string fault)
    {
        var page = await Page.OpenAsync(_web, "/compare?runs=" + id);

        Assert.Equal(HttpStatusCode.BadRequest, page.Response.StatusCode);
        Assert.Equal([fault], page.Texts(".faults li"));
    }

    [Fact]
    public async Task What_is_wrong_with_the_address_is_said_once()
    {
        var ids = new[] { await MeasureAsync(10, 1), await MeasureAsync(8, 0.7), await MeasureAsync(6, 1) };

        var page = await Page.OpenAsync(_web, $"/compare?metric=speed&margin=x&runs={string.Join(",", ids)}");

        Assert.Equal(2, page.Texts(".faults li").Count);
        Assert.StartsWith("metric must be one of", page.Texts(".faults li")[0], StringComparison.Ordinal);
    }

    private async Task<string> MeasureAsync(int minutesAgo, double factor, string request = Request)
    {
        var run = await SeededRun.SubmitAsync(_web, request, minutesAgo);
        await run.MoveAsync(RunStatus.Completed, 20);
        await run.PublishAsync(run.Measured(planned =>
            SeededRun.Summary(SeededRun.Level(planned, "clients"), ComparedPoints.Hundred[planned.Repetition - 1] * factor, 512, 400)).Select(point => point with { Build = "b1" }));
        return run.Id;
    }
}
