using System.Net;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Comparisons;
using AzurePerf.Web.Pages;
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
        Assert.Equal(["likely regressed", "no credible change", "likely regressed", "no credible change"], page.Texts("tbody .verdict"));
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
            api.GetProperty("points").EnumerateArray().Select(point => MetricText.Ratio(point.GetProperty("ratio").GetDouble())),
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

    [Fact]
    public async Task Each_median_has_the_noise_floor_of_its_own_repetitions_or_the_page_says_what_would_give_one()
    {
        const string Twelve = """{"experiment": "queue.add", "preset": "quick", "seed": 1, "repetitions": 12, "parameters": {"clients": [1]}}""";
        var baseline = await MeasureAsync(10, 1, Twelve);

        var page = await Page.OpenAsync(_web, $"/compare?margin=0.001&runs={baseline},{await MeasureAsync(8, 1.2, Twelve)}");
        var without = await Page.OpenAsync(_web, $"/compare?runs={await MeasureAsync(6, 1)},{await MeasureAsync(4, 1)}");

        Assert.Matches("n 12 noise [0-9.]+ %$", page.Texts("td[data-label=baseline]")[0]);
        Assert.Matches("n 12 noise [0-9.]+ %$", page.Texts("td[data-label=run]")[0]);
        Assert.Contains(page.Texts(".caution"), caution => caution.StartsWith("Caution: the margin of 0.100 % is below the noise floor of the baseline", StringComparison.Ordinal));
        Assert.EndsWith("n 10", without.Texts("td[data-label=baseline]")[0], StringComparison.Ordinal);
        Assert.Contains("There is no noise floor for 4 of the 4 medians: it takes 12 repetitions that count, and one has 10.", without.Texts(".note"));
    }

    [Fact]
    public async Task Of_ticked_runs_the_oldest_is_the_baseline_and_the_page_says_so()
    {
        var (old, young) = (await MeasureAsync(10, 1), await MeasureAsync(8, 0.7));

        var page = await Page.OpenAsync(_web, $"/compare?first=oldest&runs={young}&runs={old}");

        Assert.Equal("/runs/" + old, page.Element("#verdicts-heading a").GetAttribute("href"));
        Assert.Contains(page.Texts(".note"), note => note.StartsWith("The oldest of the runs that were named is the baseline", StringComparison.Ordinal));
        Assert.Contains($"/compare?runs={young},{old}", page.Document.QuerySelectorAll(".legend a").Select(link => link.GetAttribute("href")));
        Assert.Equal($"{old},{young}", page.Element("#compare-runs").GetAttribute("value"));
    }

    [Fact]
    public async Task Probabilities_that_are_adjusted_in_two_ways_are_told_of_the_runs_that_they_belong_to()
    {
        var (baseline, whole, holed) = (await MeasureAsync(10, 1), await MeasureAsync(8, 1), await MeasureAsync(6, 1, missingOfFourClients: 4));

        var one = await Page.OpenAsync(_web, $"/compare?runs={baseline},{whole}");
        var both = await Page.OpenAsync(_web, $"/compare?runs={baseline},{whole},{holed}");

        Assert.EndsWith("do not matter. Probabilities are adjusted for the number of combinations by permutation (step-down maxT).", Assert.Single(one.Texts("table.results caption")), StringComparison.Ordinal);
        Assert.EndsWith(
            $"do not matter. Probabilities of {whole} are adjusted for the number of combinations by permutation (step-down maxT). Probabilities of {holed} are adjusted for the number of combinations by Holm, because they rest on different repetitions.",
            Assert.Single(both.Texts("table.results caption")),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task More_runs_than_a_comparison_takes_are_named_as_left_out()
    {
        var ids = new List<string>();
        for (var minutes = 12; minutes > 2; minutes--)
        {
            ids.Add(await MeasureAsync(minutes, 1));
        }

        var page = await Page.OpenAsync(_web, "/compare?runs=" + string.Join(",", ids));

        Assert.Equal([$"10 runs are named, of which a comparison takes 8: left out are {ids[8]}, {ids[9]}"], page.Texts(".faults li"));
        var ticked = await Page.OpenAsync(_web, "/compare?first=oldest&runs=" + string.Join("&runs=", ids));
        Assert.Equal(["10 runs are named, of which a comparison takes 8: tick fewer"], ticked.Texts(".faults li"));
        Assert.Null(ticked.Document.QuerySelector("#verdicts-heading"));
        Assert.Equal(7, page.Texts(".legend li").Count);
    }

    [Fact]
    public void Commands_in_a_caution_are_marked_as_such_and_nothing_else_is_markup()
    {
        Assert.Equal("drift; <code>azureperf compare &lt;x&gt;</code> measures it &amp; more", Html("drift; `azureperf compare <x>` measures it & more"));
        Assert.Equal("one ` alone", WebUtility.HtmlDecode(Html("one ` alone")));
        Assert.Equal("<code>a</code> and `b", WebUtility.HtmlDecode(Html("`a` and `b")));

        static string Html(string sentence)
        {
            using var text = new StringWriter();
            MarkedText.Html(sentence).WriteTo(text, System.Text.Encodings.Web.HtmlEncoder.Default);
            return text.ToString();
        }
    }

    private async Task<string> MeasureAsync(int minutesAgo, double factor, string request = Request, int missingOfFourClients = 0)
    {
        var run = await SeededRun.SubmitAsync(_web, request, minutesAgo);
        await run.MoveAsync(RunStatus.Completed, 20);
        await run.PublishAsync(run.Measured(planned =>
            SeededRun.Summary(SeededRun.Level(planned, "clients"), ComparedPoints.Hundred[(planned.Repetition - 1) % 10] * factor, 512, 400))
            .Where(point => point.Repetition > missingOfFourClients || point.Levels["clients"]!.GetValue<int>() != 4).Select(point => point with { Build = "b1" }));
        return run.Id;
    }
}
