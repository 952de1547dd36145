using System.Net;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.UnitTests.Comparisons;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class RerunBothTests : IAsyncDisposable
{
    private const string Request = """{"experiment": "queue.add", "preset": "quick", "name": "NAME", "seed": 1, "repetitions": REPETITIONS, "parameters": {"clients": [1, 4]}}""";
    private static readonly string Other = Request.Replace("[1, 4]", "[1, 4, 8]", StringComparison.Ordinal);
    private const string Button = "Rerun both, interleaved";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task The_button_submits_the_parts_of_both_runs_in_turns_and_leads_to_their_comparison()
    {
        var runs = $"{await MeasureAsync("before", 10, 1, 10)},{await MeasureAsync("after", 8, 0.7, 10, Other)}";
        var page = await Page.OpenAsync(_web, $"/compare?runs={runs}&metric=p50&across=parameters&margin=0.1");

        var answer = await page.PressAsync(Button);
        var again = await page.PressAsync(Button);

        Assert.Equal(HttpStatusCode.Redirect, answer.StatusCode);
        Assert.Equal(answer.Headers.Location, again.Headers.Location);
        var query = System.Web.HttpUtility.ParseQueryString(answer.Headers.Location!.OriginalString.Split('?')[1]);
        Assert.Equal(("p50", "parameters", "0.1"), (query["metric"], query["across"], query["margin"]));
        string[][] sides = [.. query["runs"]!.Split(',').Select(side => side.Split('.'))];
        Assert.All(sides, side => Assert.Equal(4, side.Length));
        var store = new RunStore(_web.Control.Rows);
        foreach (var (side, name) in sides.Zip(["before", "after"]))
        {
            foreach (var (id, index) in side.Select((id, index) => (id, index)))
            {
                var part = (await store.FindAsync(id, Cancelled))!;
                Assert.Equal($"{name}, part {index + 1} of 4", part.Spec.Name);
                Assert.Equal(3, part.Spec.Repetitions);
                Assert.NotEmpty(part.Tags["turns"]);
            }
        }

        var waiting = await Page.OpenAsync(_web, answer.Headers.Location!.OriginalString);
        Assert.Equal(HttpStatusCode.OK, waiting.Response.StatusCode);
        Assert.StartsWith("Still measured.", waiting.Texts(".notice p")[0], StringComparison.Ordinal);
        Assert.Equal(2, waiting.Texts(".notice li").Count);
    }

    [Fact]
    public async Task A_part_that_is_run_again_by_itself_is_no_part_any_more()
    {
        var part = await SeededRun.SubmitAsync(_web, RequestOf("after, part 3 of 4", 3).Replace("\"seed\"", "\"tags\": {\"turns\": \"k\", \"team\": \"a\"}, \"seed\"", StringComparison.Ordinal));

        var rerun = (await WebUnderTest.JsonOf(await _web.PostJsonAsync($"/api/v1/runs/{part.Id}/rerun", "{}"))).GetProperty("spec");
        var form = await Page.OpenAsync(_web, "/submit?from=" + part.Id);

        Assert.Equal(("after", """{"team":"a"}"""), (rerun.GetProperty("name").GetString(), rerun.GetProperty("tags").GetRawText().Replace(" ", "", StringComparison.Ordinal)));
        Assert.Equal("after", form.Element("input[name=name]").GetAttribute("value"));
        Assert.Equal(["team=a"], form.Texts("textarea[name=tags]"));
    }

    [Fact]
    public async Task A_retry_of_a_part_is_found_with_the_other_parts()
    {
        var part = await SeededRun.SubmitAsync(_web, RequestOf("after, part 3 of 4", 3).Replace("\"seed\"", "\"tags\": {\"turns\": \"k\"}, \"seed\"", StringComparison.Ordinal));
        await part.MoveAsync(RunStatus.Cancelled, 0);

        var retry = (await WebUnderTest.JsonOf(await _web.PostJsonAsync($"/api/v1/runs/{part.Id}/retry", "{}"))).GetProperty("spec");

        Assert.Equal(("after, part 3 of 4", "k"), (retry.GetProperty("name").GetString(), retry.GetProperty("tags").GetProperty("turns").GetString()));
    }

    [Fact]
    public async Task A_name_that_is_cut_for_its_parts_has_no_half_character()
    {
        var name = new string('a', 186);
        var runs = $"{await MeasureAsync(name + "🙂🙂", 10, 1, 10)},{await MeasureAsync("after", 8, 0.7, 10, Other)}";

        var answer = await (await Page.OpenAsync(_web, $"/compare?runs={runs}&across=parameters")).PressAsync(Button);

        var first = System.Web.HttpUtility.ParseQueryString(answer.Headers.Location!.OriginalString.Split('?')[1])["runs"]!.Split('.')[0];
        Assert.Equal(name + ", part 1 of 4", (await new RunStore(_web.Control.Rows).FindAsync(first, Cancelled))!.Spec.Name);
    }

    [Fact]
    public async Task Parts_of_other_runs_that_were_submitted_from_the_same_page_are_not_taken_for_those_of_these()
    {
        var before = await MeasureAsync("before", 10, 1, 10);
        var page = await Page.OpenAsync(_web, $"/compare?runs={before},{await MeasureAsync("after", 8, 0.7, 10, Other)}&across=parameters");
        var other = await Page.OpenAsync(_web, $"/compare?runs={before},{await MeasureAsync("later", 6, 0.7, 10, Other)}&across=parameters");
        await page.PressAsync(Button);

        var answer = await other.PressAsync(Button, ("key", page.Element("form input[name=key]").GetAttribute("value")!));

        Assert.Equal(HttpStatusCode.UnprocessableEntity, answer.StatusCode);
        var shown = await Page.OfAsync(_web, answer);
        Assert.Contains("0 of 8 parts were submitted, then: this page was sent for other runs before: press the button again", shown.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("cancel those", shown.Text, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.Redirect, (await shown.PressAsync(Button)).StatusCode);
    }

    [Fact]
    public async Task Parts_that_took_turns_are_compared_as_two_runs_that_did()
    {
        var sides = new Dictionary<bool, List<string>> { [false] = [], [true] = [] };
        foreach (var (isSecond, turn) in Core.Comparisons.RunTurns.Order.Select((isSecond, turn) => (isSecond, turn)))
        {
            sides[isSecond].Add(await MeasureAsync($"{(isSecond ? "after" : "before")}, part {sides[isSecond].Count + 1} of 4", 80 - (10 * turn), isSecond ? 0.7 : 1, 3));
        }

        var runs = $"{string.Join('.', sides[false])},{string.Join('.', sides[true])}";
        var page = await Page.OpenAsync(_web, "/compare?runs=" + runs);
        var api = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/compare?baseline={runs.Replace(",", "&candidate=", StringComparison.Ordinal)}"));
        var chart = await _web.GetAsync(page.Element("#charts").GetAttribute("data-source")!);
        var file = await _web.GetAsync("/api/v1/compare/export?format=md&runs=" + runs);

        Assert.Equal("“after” against “before”", Assert.Single(page.Texts("h1")));
        Assert.True(api.GetProperty("interleaved").GetBoolean());
        Assert.Equal(12, api.GetProperty("points")[0].GetProperty("baseline").GetProperty("repetitions").GetInt32());
        Assert.Equal(api.GetProperty("answer").GetProperty("sentence").GetString(), Assert.Single(page.Texts(".answer-sentence")));
        Assert.DoesNotContain(page.Texts(".caution"), caution => caution.Contains("one after the other", StringComparison.Ordinal));
        Assert.Equal([HttpStatusCode.OK, HttpStatusCode.OK], [chart.StatusCode, file.StatusCode]);
        Assert.All(page.Document.QuerySelectorAll("a[href^='/runs/']"), link => Assert.DoesNotContain('.', link.GetAttribute("href")!));
    }

    [Fact]
    public async Task A_comparison_that_waits_for_its_runs_has_a_part_that_is_gone_once_they_have_ended()
    {
        var (before, after) = (await MeasureAsync("before", 10, 1, 10), await SeededRun.SubmitAsync(_web, RequestOf("after", 10), 8));
        var waiting = await Page.OpenAsync(_web, $"/compare?runs={before},{after.Id}");

        var live = waiting.Element("[data-live]");
        Assert.StartsWith("Still measured.", live.QuerySelector(".notice p")!.TextContent, StringComparison.Ordinal);

        await MeasureAsync(after, 0.7, 10);
        var compared = await Page.OpenAsync(_web, $"/compare?runs={before},{after.Id}");
        Assert.Empty(compared.Document.QuerySelectorAll($"[data-live={live.GetAttribute("data-live")}]"));
        Assert.Single(compared.Texts(".answer-sentence"));
    }

    [Fact]
    public async Task Of_equal_requests_the_candidate_is_run_again()
    {
        var (before, after) = (await MeasureAsync("before", 10, 1, 10), await MeasureAsync("after", 8, 0.7, 10));

        var page = await Page.OpenAsync(_web, $"/compare?runs={before},{after}");

        Assert.DoesNotContain(page.Texts("button"), text => text == Button);
        Assert.Equal("Run the candidate again", page.Element($"a[href='/runs/{after}/rerun']").TextContent);
    }

    [Fact]
    public async Task Where_runs_cannot_take_turns_there_is_no_button_and_a_sentence_says_why()
    {
        var series = Request.Replace("\"seed\"", "\"repeatEverySeconds\": 60, \"seed\"", StringComparison.Ordinal);
        var runs = $"{await MeasureAsync("a", 10, 1, 10, series)},{await MeasureAsync("b", 8, 1, 10, series.Replace("[1, 4]", "[1, 4, 8]", StringComparison.Ordinal))}";

        var page = await Page.OpenAsync(_web, "/compare?runs=" + runs);

        Assert.DoesNotContain(page.Texts("button"), text => text == Button);
        Assert.Contains(page.Texts(".note"), note => note.StartsWith("Both cannot be rerun in turns: a run that repeats its points", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Parts_of_runs_that_asked_for_different_things_are_no_side()
    {
        var (one, other, third) = (await MeasureAsync("a", 10, 1, 10), await MeasureAsync("b", 8, 1, 6), await MeasureAsync("c", 10, 1, 10));

        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync($"/api/v1/compare?baseline={one}.{other}&candidate={third}")).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync($"/api/v1/compare?baseline={one}.{one}&candidate={other}")).StatusCode);
    }

    [Fact]
    public async Task Parts_that_are_submitted_before_one_is_refused_are_in_the_audit()
    {
        await using var full = new WebUnderTest(null, _web.Control, ("Limits:OpenRuns", "3"));
        var runs = $"{await MeasureAsync("before", 10, 1, 10)},{await MeasureAsync("after", 8, 0.7, 10, Other)}";
        var page = await Page.OpenAsync(full, $"/compare?runs={runs}&across=parameters");

        var answer = await page.PressAsync(Button);

        Assert.Equal(HttpStatusCode.UnprocessableEntity, answer.StatusCode);
        Assert.Contains("3 of 8 parts were submitted", await answer.Content.ReadAsStringAsync(Cancelled), StringComparison.Ordinal);
        var entry = Assert.Single((await WebUnderTest.JsonOf(await full.GetAsync("/api/v1/audit"))).GetProperty("entries").EnumerateArray(), one => one.GetProperty("action").GetString() == "POST /compare?handler=Rerun");
        Assert.Equal("failed", entry.GetProperty("outcome").GetString());
        var parts = await WebUnderTest.JsonOf(await full.GetAsync($"/api/v1/runs?tag=turns={entry.GetProperty("subject").GetString()}"));
        Assert.Equal(3, parts.GetProperty("runs").GetArrayLength());
    }

    [Fact]
    public async Task Of_an_address_that_names_more_than_two_runs_none_is_read()
    {
        var rows = new CountingRows(_web.Control.Rows);
        await using var counted = new WebUnderTest(services => services.AddSingleton(FailingRows.With(_web.Control.AsControlPlane(), rows)), _web.Control);
        var page = await Page.OpenAsync(counted, $"/compare?runs={await MeasureAsync("before", 10, 1, 10)},{await MeasureAsync("after", 8, 0.7, 10, Other)}&across=parameters");
        var ids = Enumerable.Range(0, 100).Select(number => Core.Ids.IdText.Hash(number.ToString(System.Globalization.CultureInfo.InvariantCulture)));
        page.Element("form.rerun-both").SetAttribute("action", "/compare?handler=Rerun&runs=" + string.Join(',', ids));
        var before = rows.Asked;

        var answer = await page.PressAsync(Button);

        Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
        Assert.InRange(rows.Asked - before, 0, 20);
    }

    private async Task<string> MeasureAsync(string name, int minutesAgo, double factor, int repetitions, string request = Request)
    {
        var run = await SeededRun.SubmitAsync(_web, RequestOf(name, repetitions, request), minutesAgo);
        await MeasureAsync(run, factor, repetitions);
        return run.Id;
    }

    private static string RequestOf(string name, int repetitions, string request = Request) =>
        request.Replace("NAME", name, StringComparison.Ordinal).Replace("REPETITIONS", repetitions.ToString(System.Globalization.CultureInfo.InvariantCulture), StringComparison.Ordinal);

    private static async Task MeasureAsync(SeededRun run, double factor, int repetitions)
    {
        await run.MoveAsync(RunStatus.Completed, repetitions * 2);
        await run.PublishAsync(run.Measured(planned =>
            SeededRun.Summary(SeededRun.Level(planned, "clients"), ComparedPoints.Hundred[(planned.Repetition - 1) % 10] * factor, 512, 400)).Select(point => point with { Build = "b1" }));
    }
}
