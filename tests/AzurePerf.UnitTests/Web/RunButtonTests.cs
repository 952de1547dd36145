using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Web.Access;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Web;

/// <summary>What can be done with a run from its page, without scripts.</summary>
public sealed class RunButtonTests : IAsyncDisposable
{
    private const string Custom = """{"experiment": "blob.download", "name": "first", "seed": 7, "repetitions": 2, "parameters": {"clients": [1, 4], "blobBytes": 1024}, "tags": {"team": "a"}}""";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Theory]
    [InlineData("Rerun", true)]
    [InlineData("Rerun with a new seed", false)]
    public async Task A_run_is_run_again_with_the_same_or_another_seed(string button, bool sameSeed)
    {
        var run = await EndedAsync(4);

        var again = await NewRunAsync(await (await OpenAsync(run.Id)).PressAsync(button));

        Assert.Equal(sameSeed, again.Spec.Seed == 7);
        Assert.Equal(run.Run.Spec.Parameters.ToJsonString(), again.Spec.Parameters.ToJsonString());
        Assert.Equal(new RunOrigin(RunOriginKind.Rerun, run.Id), again.Origin);
    }

    [Fact]
    public async Task A_button_that_is_pressed_twice_starts_one_run()
    {
        var run = await EndedAsync(4);
        var page = await OpenAsync(run.Id);

        var first = await page.PressAsync("Rerun");

        Assert.Equal(first.Headers.Location, (await page.PressAsync("Rerun")).Headers.Location);
        Assert.NotEqual(first.Headers.Location, (await page.PressAsync("Rerun with a new seed")).Headers.Location);
    }

    [Fact]
    public async Task What_has_no_result_is_retried_and_nothing_else()
    {
        var run = await EndedAsync(3);

        var retry = await NewRunAsync(await (await OpenAsync(run.Id)).PressAsync("Retry 1 point without result"));

        Assert.Equal([4], retry.Spec.Only);
        Assert.Equal(RunOriginKind.Retry, retry.Origin!.Kind);
    }

    [Fact]
    public async Task A_run_with_every_result_offers_no_retry_and_refuses_one()
    {
        var run = await EndedAsync(4);

        Assert.DoesNotContain((await OpenAsync(run.Id)).Texts(".run-actions button"), text => text.StartsWith("Retry", StringComparison.Ordinal));
        var page = await Page.OpenAsync(_web, $"/runs/{run.Id}/retry");
        Assert.Contains("Every point of this run has a result", page.Text, StringComparison.Ordinal);
        Assert.Null(page.Document.QuerySelector("form[method=post]"));
    }

    [Fact]
    public async Task A_run_is_changed_in_the_form_and_names_its_origin()
    {
        var run = await EndedAsync(4);
        Assert.Contains($"/submit?from={run.Id}", (await OpenAsync(run.Id)).Document.QuerySelectorAll("a").Select(link => link.GetAttribute("href")));
        var form = await Page.OpenAsync(_web, "/submit?from=" + run.Id);

        var clone = await NewRunAsync(await form.SubmitAsync(("parameters.clients", "8")));

        Assert.Equal("[8]", clone.Spec.Parameters["clients"]!.ToJsonString());
        Assert.Equal("[1024]", clone.Spec.Parameters["blobBytes"]!.ToJsonString());
        Assert.Equal(("first", 7, 2, "a"), (clone.Spec.Name, clone.Spec.Seed, clone.Spec.Repetitions, clone.Tags["team"]));
        Assert.Equal(new RunOrigin(RunOriginKind.Clone, run.Id), clone.Origin);
    }

    [Theory]
    [InlineData("""{"experiment": "queue.add", "preset": "reduced", "seed": 3}""")]
    [InlineData("""{"experiment": "compute.intervals", "preset": "quick", "seed": 4}""")]
    [InlineData("""{"experiment": "tcp.series", "preset": "quick", "seed": 4}""")]
    [InlineData("""{"experiment": "table.insert", "seed": 5, "repetitions": 3, "parameters": {"clients": [2, 3]}, "onError": "stop"}""")]
    public async Task A_form_filled_in_from_a_run_and_not_touched_asks_for_the_same(string request)
    {
        var run = await SeededRun.SubmitAsync(_web, request);
        var form = await Page.OpenAsync(_web, "/submit?from=" + run.Id);

        var clone = await NewRunAsync(await form.SubmitAsync());

        Assert.Equal(RunText(run.Run.Spec), RunText(clone.Spec));
    }

    [Fact]
    public async Task A_form_filled_in_from_a_run_of_before_a_parameter_came_has_its_default_and_not_what_the_preset_says_now()
    {
        var usual = ParameterValues.UsualOf(Shipped.Experiments.Find("queue.add")!.FindParameter("clients")!, null).ToJsonString();
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "seed": 3}""", change: spec =>
        {
            var parameters = spec.Parameters.DeepClone().AsObject();
            Assert.NotEqual(usual, parameters["clients"]!.ToJsonString());
            Assert.True(parameters.Remove("clients"));
            return spec with { Parameters = parameters };
        });
        var form = await Page.OpenAsync(_web, "/submit?from=" + run.Id);

        var clone = await NewRunAsync(await form.SubmitAsync());

        Assert.Equal(usual, clone.Spec.Parameters["clients"]!.ToJsonString());
    }

    [Fact]
    public async Task A_completed_run_becomes_the_baseline_and_is_none_again()
    {
        var run = await EndedAsync(12, repetitions: 6);
        var store = new BaselineStore(_web.Control.Rows, NullLogger<BaselineStore>.Instance);

        Assert.Equal(HttpStatusCode.Redirect, (await (await OpenAsync(run.Id)).PressAsync("Set as baseline")).StatusCode);
        Assert.Equal(run.Id, (await store.FindAsync(new("default", "blob.download", false), Cancelled))!.RunId);
        var other = await EndedAsync(4, minutesAgo: 3);
        Assert.Contains($"/compare?runs={run.Id},{other.Id}", (await OpenAsync(other.Id)).Document.QuerySelectorAll("a").Select(link => link.GetAttribute("href")));
        Assert.Equal(HttpStatusCode.Redirect, (await (await OpenAsync(run.Id)).PressAsync("Remove as baseline")).StatusCode);
        Assert.Null(await store.FindAsync(new("default", "blob.download", false), Cancelled));
    }

    [Fact]
    public async Task A_run_that_did_not_complete_is_no_baseline_whatever_is_sent()
    {
        var page = await OpenAsync((await EndedAsync(4)).Id);
        var failed = await EndedAsync(2, RunStatus.Failed, minutesAgo: 2);
        using var content = new FormUrlEncodedContent([new("formToken", page.Element("input[name=formToken]").GetAttribute("value")!)]);

        var response = await _web.Client.PostAsync($"/runs/{failed.Id}/baseline", content, Cancelled);

        Assert.Equal(HttpStatusCode.Conflict, response.StatusCode);
        Assert.Null(await new BaselineStore(_web.Control.Rows, NullLogger<BaselineStore>.Instance).FindAsync(new("default", "blob.download", false), Cancelled));
    }

    [Fact]
    public async Task Notes_and_tags_are_added_and_tags_removed()
    {
        var run = await EndedAsync(4);

        await (await OpenAsync(run.Id)).PressAsync("Add", ("text", "the region\nwas throttled"), ("tag", "verdict = unusable"));
        await (await OpenAsync(run.Id)).PressAsync("Remove the tag team");

        var page = await OpenAsync(run.Id);
        Assert.Equal(["verdict: unusable"], page.Texts("#notes .tag"));
        Assert.Equal("the region\nwas throttled", page.Element(".note-text").TextContent);
    }

    [Theory]
    [InlineData("", "", "Write a note, or a tag.")]
    [InlineData("", "=x", "tags")]
    [InlineData("a\u0007b", "", "must be a text of 1 to 2000 characters")]
    public async Task A_note_that_cannot_be_stored_is_named_and_what_was_typed_stays(string text, string tag, string fault)
    {
        var run = await EndedAsync(4);

        var answer = await Page.OfAsync(_web, await (await OpenAsync(run.Id)).PressAsync("Add", ("text", text), ("tag", tag)));

        Assert.Equal(HttpStatusCode.BadRequest, answer.Response.StatusCode);
        Assert.Contains(fault, answer.Texts(".faults")[0], StringComparison.Ordinal);
        Assert.Equal(tag, answer.Element("#note-tag").GetAttribute("value"));
        Assert.Empty((await new RunStore(_web.Control.Rows).FindWithStagesAsync(run.Id, Cancelled))!.Notes.All);
    }

    [Theory]
    [InlineData("rerun")]
    [InlineData("retry")]
    [InlineData("notes")]
    [InlineData("baseline")]
    public async Task Each_button_has_a_page_of_its_own_that_a_form_needs_a_token_for(string page)
    {
        var run = await EndedAsync(3);

        Assert.Equal(HttpStatusCode.OK, (await _web.GetAsync($"/runs/{run.Id}/{page}")).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync($"/runs/aaaaaaaaaaaaaaaaaaaa/{page}")).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync($"/runs/..%2Fx/{page}")).StatusCode);
        using var nothing = new FormUrlEncodedContent([]);
        Assert.Equal(HttpStatusCode.BadRequest, (await _web.Client.PostAsync($"/runs/{run.Id}/{page}", nothing, Cancelled)).StatusCode);
    }

    [Fact]
    public async Task The_page_of_an_ended_run_with_its_buttons_and_its_charts_costs_at_most_ten_requests()
    {
        var control = new InMemoryControlPlane(WebUnderTest.Clock);
        var rows = new CountingRows(control.Rows);
        await using var web = new WebUnderTest(services => services.AddSingleton(FailingRows.With(control.AsControlPlane(), rows)), control);
        var run = await SeededRun.SubmitAsync(web, Custom);
        await run.MoveAsync(RunStatus.Completed, 4);
        await run.PublishAsync(run.Measured(_ => SeededRun.Summary(1, 10, 1, 20)));
        await Page.OpenAsync(web, "/runs/" + run.Id);
        var before = rows.Asked;

        await Page.OpenAsync(web, "/runs/" + run.Id);
        await web.GetAsync($"/api/v1/runs/{run.Id}/charts");

        // Page and charts look for the digest once each, which is no row.
        Assert.InRange(rows.Asked - before, 4, 10 - 2);
    }

    [Fact]
    public async Task Readers_see_no_button_and_submitters_only_what_they_may()
    {
        await using var keyed = new KeyedWeb();
        var (own, _) = await keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (other, _) = await keyed.NewKeyAsync("other", AccessScope.Submit);
        var (reader, _) = await keyed.NewKeyAsync("reader", AccessScope.Read);
        var run = await keyed.SubmitAsync(own);

        Assert.Equal(["Cancel run", "Rerun", "Rerun with a new seed", "Add"], await ButtonsAsync(keyed, own, run));
        Assert.Equal(["Rerun", "Rerun with a new seed"], await ButtonsAsync(keyed, other, run));
        Assert.Empty(await ButtonsAsync(keyed, reader, run));
    }

    [Fact]
    public async Task Somebody_else_may_run_it_again_and_change_nothing_of_it()
    {
        await using var keyed = new KeyedWeb();
        var (own, _) = await keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (other, _) = await keyed.NewKeyAsync("other", AccessScope.Submit);
        var run = await keyed.SubmitAsync(own);
        using var stranger = await Browser.SignInAsync(keyed, other);

        foreach (var page in new[] { "retry", "notes", "baseline", "baseline?handler=Remove" })
        {
            Assert.Equal(HttpStatusCode.Forbidden, (await stranger.PostAsync("/runs/" + run, $"/runs/{run}/{page}", ("text", "mine now"))).StatusCode);
        }

        var again = await stranger.PostAsync("/runs/" + run, $"/runs/{run}/rerun", ("seed", "same"));
        Assert.Equal("other", (await new RunStore(keyed.Web.Control.Rows).FindAsync(again.Headers.Location!.OriginalString["/runs/".Length..], Cancelled))!.Owner);
    }

    private static async Task<IReadOnlyList<string>> ButtonsAsync(KeyedWeb keyed, string key, string run)
    {
        using var browser = await Browser.SignInAsync(keyed, key);
        var page = await Page.OfAsync(keyed.Web, await browser.GetAsync("/runs/" + run));
        return page.Texts("main form[method=post] button");
    }

    private static string RunText(RunSpec spec) => System.Text.Json.JsonSerializer.Serialize(spec with { Order = PointOrder.Listed });

    private Task<Page> OpenAsync(string id) => Page.OpenAsync(_web, "/runs/" + id);

    private async Task<RunState> NewRunAsync(HttpResponseMessage response)
    {
        Assert.Equal(HttpStatusCode.Redirect, response.StatusCode);
        return (await new RunStore(_web.Control.Rows).FindAsync(response.Headers.Location!.OriginalString["/runs/".Length..], Cancelled))!;
    }

    private async Task<SeededRun> EndedAsync(int measured, RunStatus status = RunStatus.Completed, int minutesAgo = 10, int repetitions = 2)
    {
        var run = await SeededRun.SubmitAsync(_web, Custom.Replace("\"repetitions\": 2", $"\"repetitions\": {repetitions}", StringComparison.Ordinal), minutesAgo);
        await run.MoveAsync(status, measured);
        await run.PublishAsync(run.Measured(_ => SeededRun.Summary(1, 10, 1, 20)).Take(measured));
        return run;
    }
}
