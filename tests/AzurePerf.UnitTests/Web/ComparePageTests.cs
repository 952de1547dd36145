using System.Net;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Runs;
using AzurePerf.UnitTests.Comparisons;
using AzurePerf.Web.Pages;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ComparePageTests : IAsyncDisposable
{
    private const string Request = """{"experiment": "queue.add", "preset": "quick", "seed": 1, "repetitions": 10, "parameters": {"clients": [1, 4]}}""";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Several_runs_are_compared_with_the_first_on_one_axis()
    {
        var ids = new[] { await MeasureAsync(10, 1), await MeasureAsync(8, 0.7), await MeasureAsync(6, 1) };

        var page = await Page.OpenAsync(_web, "/compare?runs=" + string.Join(",", ids));

        Assert.Equal(HttpStatusCode.OK, page.Response.StatusCode);
        Assert.Equal(["likely slower", "likely slower", "no change", "no change"], page.Texts(".changes .verdict"));
        Assert.Equal([ids[1], "1 client", "4 clients", ids[2], "1 client", "4 clients"], page.Texts(".changes tbody th"));
        Assert.Equal(4, page.Document.QuerySelectorAll("tbody svg .interval").Length);
        Assert.Equal(["/runs/" + ids[1], "/runs/" + ids[2]], page.Document.QuerySelectorAll(".changes a").Select(link => link.GetAttribute("href")));
        Assert.Equal(["Slower at both configurations, most at 1 client: -30 % (95 % CI -31 to -29 %)", "No change at both configurations, greatest at 1 client: 0 % (95 % CI -1.6 to +1.6 %)"], page.Texts(".answer-sentence"));
    }

    [Fact]
    public async Task Every_cell_of_a_card_says_what_it_is_and_numbers_have_their_unit()
    {
        var (baseline, candidate) = (await MeasureAsync(10, 1), await MeasureAsync(8, 0.7));

        var page = await Page.OpenAsync(_web, $"/compare?runs={baseline},{candidate}");

        Assert.Equal(2, page.Document.QuerySelectorAll("td[data-label='baseline, ops/s'] + td[data-label='run, ops/s']").Length);
        Assert.Equal(2, page.Document.QuerySelectorAll(".changes td[data-label='slower ← → faster'] svg").Length);
        Assert.All(page.Document.QuerySelectorAll(".reason"), reason => Assert.Equal("doubts", reason.ParentElement!.GetAttribute("data-label")));
    }

    [Fact]
    public async Task Pages_about_runs_are_told_apart_by_their_titles()
    {
        var (baseline, candidate) = (await MeasureAsync(10, 1), await MeasureAsync(8, 1));

        Assert.Equal($"{candidate} against {baseline} – AzurePerf", await TitleAsync($"/compare?runs={baseline},{candidate}"));
        Assert.Equal($"2 runs against {baseline} – AzurePerf", await TitleAsync($"/compare?runs={baseline},{candidate},{await MeasureAsync(6, 1)}"));
        Assert.Equal("Compare: queue.add – AzurePerf", await TitleAsync("/compare?runs=" + baseline));
        Assert.Equal("Compare – AzurePerf", await TitleAsync("/compare"));
        Assert.StartsWith("Trend: ", await TitleAsync("/trends?run=" + baseline), StringComparison.Ordinal);
        Assert.Equal("Trends – AzurePerf", await TitleAsync("/trends"));
        foreach (var (page, title) in new[] { ("baseline", "Baseline"), ("notes", "Notes and tags"), ("rerun", "Rerun"), ("retry", "Retry") })
        {
            Assert.Equal($"{title}: queue.add – AzurePerf", await TitleAsync($"/runs/{baseline}/{page}"));
        }

        async Task<string?> TitleAsync(string address) => (await Page.OpenAsync(_web, address)).Document.Title;
    }

    [Fact]
    public async Task A_run_that_cannot_be_compared_is_named_and_not_drawn_and_the_chart_can_be_downloaded()
    {
        var (baseline, candidate) = (await MeasureAsync(10, 1), await MeasureAsync(8, 0.7));
        var other = await MeasureAsync(6, 1, Request.Replace("queue.add", "queue.peek", StringComparison.Ordinal));

        var page = await Page.OpenAsync(_web, $"/compare?runs={baseline},{candidate},{other}");

        Assert.Equal(["the baseline is a run of queue.add, the candidate one of queue.peek"], page.Texts(".faults li"));
        var file = await _web.GetAsync(page.Element("a[href$='.csv'], a[href*='.csv?']").GetAttribute("href")!);
        Assert.Equal(HttpStatusCode.OK, file.StatusCode);
        Assert.DoesNotContain(other, await file.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_page_names_configurations_as_its_file_does_and_lists_what_was_not_compared()
    {
        var baseline = await MeasureAsync(10, 1, Request.Replace("[1, 4]", "[4]", StringComparison.Ordinal));

        var page = await Page.OpenAsync(_web, $"/compare?runs={baseline},{await MeasureAsync(8, 1)}");

        Assert.Equal(["4 clients"], page.Texts(".changes tbody th"));
        Assert.Contains("only in the run: 1 client.", page.Texts(".note"));
    }

    [Fact]
    public async Task The_page_says_the_same_as_the_API()
    {
        var (baseline, candidate) = (await MeasureAsync(10, 1), await MeasureAsync(8, 0.8));

        var page = await Page.OpenAsync(_web, $"/compare?baseline={baseline}&candidate={candidate}&metric=mean&margin=0.1");
        var api = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/compare?baseline={baseline}&candidate={candidate}&metric=mean&margin=0.1"));

        string[] changes = [.. api.GetProperty("points").EnumerateArray().Select(point => ComparisonText.Change(point.GetProperty("ratio").GetDouble()))];
        Assert.Equal([.. changes, .. changes], page.Texts("tbody td[data-label=change]"));
        Assert.Equal(api.GetProperty("answer").GetProperty("sentence").GetString(), Assert.Single(page.Texts(".answer-sentence")));
    }

    [Fact]
    public async Task Why_runs_are_not_comparable_is_said_with_what_differs()
    {
        var baseline = await MeasureAsync(10, 1);
        var other = await MeasureAsync(8, 1, Request.Replace("\"clients\"", "\"operationTimeoutSeconds\": 7, \"clients\"", StringComparison.Ordinal));

        var page = await Page.OpenAsync(_web, $"/compare?runs={baseline}+{other}");
        var allowed = await Page.OpenAsync(_web, $"/compare?runs={baseline}+{other}&across=parameters&across=build");

        Assert.Equal("other fixed parameters (operationTimeoutSeconds 60 against 7)", page.Texts("tbody .reason")[0]);
        var link = page.Element("a.button[href*='across=']");
        Assert.Equal($"/compare?runs={baseline},{other}&across=parameters", link.GetAttribute("href"));
        Assert.Equal("Allows other fixed parameters (operationTimeoutSeconds 60 against 7).", link.NextElementSibling!.TextContent);
        Assert.Null(allowed.Document.QuerySelector("a.button[href*='across=']"));
        Assert.Equal(["no change", "no change"], allowed.Texts("tbody .verdict"));
        Assert.Equal(2, allowed.Document.QuerySelectorAll("input[name=across][checked]").Length);
    }

    [Fact]
    public async Task Every_link_of_a_comparison_keeps_by_what_and_how_strictly_it_is_compared()
    {
        var baseline = await MeasureAsync(10, 1);
        var other = await MeasureAsync(8, 0.8, Request.Replace("\"clients\"", "\"operationTimeoutSeconds\": 7, \"clients\"", StringComparison.Ordinal));
        const string Rule = "&metric=mean&margin=0.5&across=parameters";

        var page = await Page.OpenAsync(_web, $"/compare?runs={baseline},{other}{Rule}");
        var api = await WebUnderTest.JsonOf(await _web.GetAsync(page.Element("a[href^='/api/v1/compare?']").GetAttribute("href")!));
        var swap = page.Document.QuerySelectorAll("#change-comparison .note a")[0].GetAttribute("href")!;
        var swapped = await Page.OpenAsync(_web, swap);
        var one = await Page.OpenAsync(_web, $"/compare?runs={baseline}{Rule}");

        Assert.Equal(["no change", "no change"], page.Texts(".changes .verdict"));
        Assert.Equal(page.Texts(".answer-sentence")[0], api.GetProperty("answer").GetProperty("sentence").GetString());
        Assert.Equal($"/compare?runs={other},{baseline}{Rule}", swap);
        Assert.Equal(["no change", "no change"], swapped.Texts(".changes .verdict"));
        Assert.Equal([$"/compare?runs={baseline},{other}{Rule}"], one.Document.QuerySelectorAll(".cards a").Select(link => link.GetAttribute("href")));
    }

    [Fact]
    public async Task Without_scripts_a_comparison_of_open_runs_is_read_again_by_a_link_and_not_by_itself()
    {
        var first = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick"}""", minutesAgo: 2);
        var second = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick"}""", minutesAgo: 1);
        var address = $"/compare?runs={first.Id},{second.Id}";

        var page = await Page.OpenAsync(_web, address);

        Assert.Contains("Still measured", page.Text, StringComparison.Ordinal);
        Assert.Null(page.Document.QuerySelector("meta[http-equiv=refresh]"));
        Assert.Equal([address], page.Document.QuerySelectorAll("noscript a").Select(link => link.GetAttribute("href")));
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

    [Fact]
    public async Task Where_no_run_has_enough_repetitions_the_page_says_so_and_not_that_none_has_ended()
    {
        var quick = await MeasureAsync(10, 1, Request.Replace("\"repetitions\": 10", "\"repetitions\": 2", StringComparison.Ordinal));
        await MeasureAsync(8, 1, Request.Replace("\"repetitions\": 10", "\"repetitions\": 3", StringComparison.Ordinal));

        var none = await Page.OpenAsync(_web, "/compare");
        var one = await Page.OpenAsync(_web, "/compare?runs=" + quick);

        Assert.Equal("No completed run with at least 6 repetitions is among the newest 200.", none.Texts(".empty p")[0]);
        Assert.Equal("No other completed run of this experiment with at least 6 repetitions is among the newest 200.", one.Texts(".empty p")[0]);
    }

    [Fact]
    public async Task A_marked_baseline_is_offered_where_no_other_run_is()
    {
        var id = await MeasureAsync(10, 1, Request.Replace("\"repetitions\": 10", "\"repetitions\": 2", StringComparison.Ordinal));
        var header = (await new RunStore(_web.Control.Rows).FindAsync(id, TestContext.Current.CancellationToken))!;
        await _web.Services.GetRequiredService<BaselineStandings>().ChooseAsync(header, "ann", "", TestContext.Current.CancellationToken);

        var page = await Page.OpenAsync(_web, "/compare");

        Assert.Equal(["/compare?runs=" + id], page.Document.QuerySelectorAll(".cards a").Select(link => link.GetAttribute("href")));
        Assert.Equal(["Baselines"], page.Texts("main h3"));
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
        Assert.StartsWith("Metric: must be one of", page.Texts(".faults li")[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_margin_that_is_none_leads_to_its_field_which_can_be_seen()
    {
        var ids = new[] { await MeasureAsync(10, 1), await MeasureAsync(8, 0.7) };

        var page = await Page.OpenAsync(_web, $"/compare?margin=abc&runs={string.Join(",", ids)}");

        Assert.Equal(["Ignore changes up to (share): must be a share from 0 to 1, such as 0.05"], page.Texts(".faults[tabindex='-1'][autofocus] li"));
        Assert.NotNull(page.Element(".faults a[href='#compare-margin']"));
        Assert.Equal(["compare-margin"], page.Document.QuerySelectorAll("[aria-invalid]").Select(field => field.Id));
        Assert.StartsWith("Correct the comparison", page.Document.Title, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_median_has_the_noise_floor_of_its_own_repetitions_or_the_page_says_what_would_give_one()
    {
        const string Twelve = """{"experiment": "queue.add", "preset": "quick", "seed": 1, "repetitions": 12, "parameters": {"clients": [1]}}""";
        var baseline = await MeasureAsync(10, 1, Twelve);

        var page = await Page.OpenAsync(_web, $"/compare?margin=0.001&runs={baseline},{await MeasureAsync(8, 1.2, Twelve)}");
        var without = await Page.OpenAsync(_web, $"/compare?runs={await MeasureAsync(6, 1)},{await MeasureAsync(4, 1)}");

        Assert.Matches("n 12 noise [0-9.]+ %$", page.Texts("td[data-label^=baseline]")[0]);
        Assert.Matches("n 12 noise [0-9.]+ %$", page.Texts("td[data-label^=run]")[0]);
        Assert.Contains(page.Texts(".caution"), caution => caution.StartsWith("the margin of 0.100 % is below the noise floor of the baseline", StringComparison.Ordinal));
        Assert.EndsWith("n 10", without.Texts("td[data-label^=baseline]")[0], StringComparison.Ordinal);
        Assert.Contains("There is no noise floor for 4 of the 4 medians: it takes 12 repetitions that count, and one has 10.", without.Texts(".note"));
    }

    [Fact]
    public async Task Of_ticked_runs_the_oldest_is_the_baseline_and_the_page_says_so()
    {
        var (old, young) = (await MeasureAsync(10, 1), await MeasureAsync(8, 0.7));

        var page = await Page.OpenAsync(_web, $"/compare?first=oldest&runs={young}&runs={old}");

        Assert.Equal("/runs/" + old, page.Element("h1 a").GetAttribute("href"));
        Assert.Contains(page.Texts(".note"), note => note.StartsWith("The oldest of the runs is the baseline", StringComparison.Ordinal));
        Assert.Contains($"/compare?runs={young},{old}", page.Document.QuerySelectorAll("#change-comparison a").Select(link => link.GetAttribute("href")));
        Assert.Equal($"{old},{young}", page.Element("#compare-runs").GetAttribute("value"));
    }

    [Fact]
    public async Task Probabilities_that_are_adjusted_in_two_ways_are_told_of_the_runs_that_they_belong_to()
    {
        var (baseline, whole, holed) = (await MeasureAsync(10, 1), await MeasureAsync(8, 1), await MeasureAsync(6, 1, missingOfFourClients: 4));

        var one = await Page.OpenAsync(_web, $"/compare?runs={baseline},{whole}");
        var both = await Page.OpenAsync(_web, $"/compare?runs={baseline},{whole},{holed}");

        Assert.EndsWith("Probabilities are adjusted for the number of configurations by permutation (step-down maxT).", one.Texts("#how-computed p")[0], StringComparison.Ordinal);
        Assert.EndsWith(
            $"Probabilities of {whole} are adjusted for the number of configurations by permutation (step-down maxT). Probabilities of {holed} are adjusted for the number of configurations by Holm, because they rest on different repetitions.",
            both.Texts("#how-computed p")[0],
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_curves_of_the_runs_lie_over_each_other_on_the_page_as_data_and_as_a_file()
    {
        var ids = string.Join(",", await MeasureAsync(10, 1), await MeasureAsync(8, 0.7));

        var page = await Page.OpenAsync(_web, "/compare?runs=" + ids);
        var data = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/compare/charts?runs=" + ids));
        var csv = await (await _web.GetAsync("/api/v1/compare/charts/comparison.csv?runs=" + ids)).Content.ReadAsStringAsync(TestContext.Current.CancellationToken);

        Assert.Equal("/api/v1/compare/charts?runs=" + ids, page.Element("#charts").GetAttribute("data-source"));
        Assert.Equal(ids.Split(','), data.GetProperty("charts")[0].GetProperty("series").EnumerateArray().Select(series => series.GetProperty("name").GetString()));
        Assert.Equal(5, csv.Trim().Split('\n').Length);
    }

    [Fact]
    public async Task A_rate_sweep_is_compared_with_a_closed_loop_whose_levels_have_no_rate()
    {
        const string Open = """{"experiment": "queue.add", "preset": "quick", "seed": 1, "repetitions": 10, "parameters": {"clients": [4], "arrivals": "constant", "operationsPerSecond": [500, 1000]}}""";
        var ids = new[] { await MeasureAsync(10, 1, Open), await MeasureAsync(8, 0.7) };

        var page = await Page.OpenAsync(_web, $"/compare?metric=mean&runs={ids[0]},{ids[1]}");
        var data = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/compare/charts?metric=mean&runs={ids[0]},{ids[1]}"));

        Assert.Equal(HttpStatusCode.OK, page.Response.StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await _web.GetAsync($"/compare?metric=mean&runs={ids[1]},{ids[0]}")).StatusCode);
        Assert.Equal([$"{ids[0]}, 4 clients"], data.GetProperty("charts")[0].GetProperty("series").EnumerateArray().Select(series => series.GetProperty("name").GetString()));
        Assert.StartsWith($"Median mean latency of {ids[0]} against operationsPerSecond", data.GetProperty("charts")[0].GetProperty("caption").GetString(), StringComparison.Ordinal);
        Assert.Equal("Configurations without operationsPerSecond are not drawn.", data.GetProperty("charts")[0].GetProperty("notes")[1].GetString());
    }

    [Theory]
    [InlineData("", HttpStatusCode.BadRequest)]
    [InlineData("aaaaaaaaaaaaaaaaaaaa", HttpStatusCode.BadRequest)]
    [InlineData("aaaaaaaaaaaaaaaaaaaa,..%2Fx", HttpStatusCode.BadRequest)]
    [InlineData("aaaaaaaaaaaaaaaaaaaa,bbbbbbbbbbbbbbbbbbbb", HttpStatusCode.NotFound)]
    public async Task Curves_of_runs_that_are_not_there_are_refused(string runs, HttpStatusCode status) =>
        Assert.Equal(status, (await _web.GetAsync("/api/v1/compare/charts?runs=" + runs)).StatusCode);

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
        Assert.Equal(7, page.Texts(".answer").Count);
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
