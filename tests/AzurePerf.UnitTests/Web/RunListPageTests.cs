using System.Net;
using AngleSharp.Html.Dom;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Web.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class RunListPageTests : IAsyncDisposable
{
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Without_runs_the_page_says_what_to_do()
    {
        var page = await Page.OpenAsync(_web, "/runs");

        Assert.Contains("Nothing has been measured yet", page.Text, StringComparison.Ordinal);
        Assert.NotNull(page.Element(".empty a[href='/submit']"));
        Assert.Null(page.Document.QuerySelector("noscript"));
    }

    [Theory]
    [InlineData("", "No older runs.")]
    [InlineData("?experiment=queue.add", "No older run fits these filters.")]
    public async Task Behind_a_page_that_the_last_run_filled_nothing_follows_and_a_link_leads_back(string query, string words)
    {
        for (var run = 0; run < RunListQuery.DefaultLimit; run++)
        {
            await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick"}""", run);
        }

        var first = await Page.OpenAsync(_web, "/runs" + query);
        var page = await Page.OpenAsync(_web, first.Element("a[rel=next]").GetAttribute("href")!);

        Assert.Equal(RunListQuery.DefaultLimit, first.Texts("tbody tr").Count);
        Assert.Equal([words, "Newest runs"], page.Texts(".empty p"));
        Assert.Equal("/runs" + query, page.Element(".empty a").GetAttribute("href"));
    }

    [Fact]
    public async Task An_address_that_makes_no_sense_is_a_bad_request_and_cannot_be_saved()
    {
        var page = await Page.OpenAsync(_web, "/runs?state=foo");

        Assert.Equal(HttpStatusCode.BadRequest, page.Response.StatusCode);
        Assert.Contains("state must be a list of accepted", page.Element(".empty[role=alert]").TextContent, StringComparison.Ordinal);
        Assert.Null(page.Document.QuerySelector("a[href^='/views/new']"));
    }

    [Theory]
    [InlineData("?state=open", "long one")]
    [InlineData("?state=ended", "table.insert")]
    [InlineData("?state=failed", "table.insert")]
    [InlineData("?experiment=queue.add", "long one")]
    [InlineData("?text=LONG", "long one")]
    [InlineData("?tag=team", "table.insert")]
    [InlineData("?tag=team%3Da", "table.insert")]
    [InlineData("?owner=local&sort=experiment&desc=true", "table.insert", "long one")]
    [InlineData("?sort=experiment", "long one", "table.insert")]
    [InlineData("?tag=team%3Db")]
    [InlineData("?owner=somebody")]
    public async Task The_address_says_which_runs_are_shown_and_in_which_order(string query, params string[] runs)
    {
        await (await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "name": "long one"}""", minutesAgo: 90)).MoveAsync(RunStatus.Running, 1);
        await (await SeededRun.SubmitAsync(_web, """{"experiment": "table.insert", "preset": "quick", "tags": {"team": "a"}}""", minutesAgo: 5)).MoveAsync(RunStatus.Failed, 1, "it broke");

        var page = await Page.OpenAsync(_web, "/runs" + query);

        Assert.Equal(runs, page.Texts("tbody th a"));
        Assert.Equal(runs.Length == 0, page.Document.QuerySelector(".empty a[href='/runs']") is not null);
    }

    [Theory]
    [InlineData("tag=team%3Da&tag=night&tag=region")]
    [InlineData("target=west")]
    [InlineData("state=failed%2Ccancelled&experiment=queue.add%2Cqueue.peek")]
    [InlineData("text=long&owner=local&sort=duration&desc=true")]
    public async Task The_filter_form_asks_again_for_all_that_the_address_asks_for(string query)
    {
        var form = (IHtmlFormElement)(await Page.OpenAsync(_web, "/runs?" + query)).Element("form.filters");

        var sent = form.Elements.Select(field => (Name: field.GetAttribute("name"), Value: field switch
        {
            IHtmlInputElement input => input.Value,
            IHtmlSelectElement select => select.Value,
            _ => "",
        })).Where(field => field.Value is { Length: > 0 }).Select(field => $"{field.Name}={Uri.EscapeDataString(field.Value!)}");

        Assert.Equal(query.Split('&').Order(), sent.Order());
    }

    [Theory]
    [InlineData("", "Runs")]
    [InlineData("?sort=duration", "Runs on this page only, sorted")]
    [InlineData("?sort=duration&experiment=queue.peek", "Runs")]
    public async Task A_sorted_list_of_several_pages_says_that_one_page_is_sorted(string query, string caption)
    {
        await SeededRun.SubmitAsync(_web, """{"experiment": "queue.peek", "preset": "quick"}""", 100);
        for (var run = 0; run <= RunListQuery.DefaultLimit; run++)
        {
            await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick"}""", run);
        }

        var page = await Page.OpenAsync(_web, "/runs" + query);

        Assert.StartsWith(caption + " ", Assert.Single(page.Texts("caption")), StringComparison.Ordinal);
        Assert.Equal(caption, page.Element(".scroll").GetAttribute("aria-label"));
    }

    [Fact]
    public async Task Runs_are_listed_newest_first_with_state_headline_owner_and_duration()
    {
        var running = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "name": "long one"}""", minutesAgo: 90);
        await running.MoveAsync(RunStatus.Running, 1);
        var ended = await SeededRun.SubmitAsync(_web, """{"experiment": "table.insert", "preset": "reduced", "target": "west"}""", minutesAgo: 5);
        await ended.MoveAsync(RunStatus.Failed, 1, "it broke");

        var page = await Page.OpenAsync(_web, "/runs");

        Assert.Equal(
            [
                "table.insert failed it broke none recorded west reduced local 2026-03-14 09:21:53 UTC 1 min 13 s",
                "long one queue.add running Cancel not yet default quick local 2026-03-14 07:56:53 UTC –",
            ],
            page.Texts("tbody tr"));
        Assert.Equal(["2026-03-14T09:21:53Z", "2026-03-14T07:56:53Z"], page.Document.QuerySelectorAll("tbody time").Select(time => time.GetAttribute("datetime")));
        Assert.Equal(["/runs/" + ended.Id, "/runs/" + running.Id], page.Document.QuerySelectorAll("tbody a").Select(link => link.GetAttribute("href")));
        Assert.Equal(["/runs"], page.Document.QuerySelectorAll("noscript a").Select(link => link.GetAttribute("href")));
        Assert.Null(page.Document.QuerySelector("meta[http-equiv=refresh]"));
    }

    [Fact]
    public async Task Every_run_can_be_ticked_and_only_open_ones_cancelled()
    {
        var running = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "name": "long one"}""", minutesAgo: 90);
        await running.MoveAsync(RunStatus.Running, 1);
        var cancelling = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.peek", "preset": "quick"}""", minutesAgo: 70);
        await cancelling.MoveAsync(RunStatus.Cancelling, 1);
        var ended = await SeededRun.SubmitAsync(_web, """{"experiment": "table.insert", "preset": "quick"}""", minutesAgo: 5);
        await ended.MoveAsync(RunStatus.Completed, 1);

        var page = await Page.OpenAsync(_web, "/runs");

        Assert.Equal([ended.Id, cancelling.Id, running.Id], page.Document.QuerySelectorAll("tbody input[type=checkbox][form=ticked][name=runs]").Select(box => box.GetAttribute("value")));
        Assert.Equal(
            ["Tick table.insert, submitted 2026-03-14 09:21:53 UTC", "Tick queue.peek, submitted 2026-03-14 08:16:53 UTC", "Tick queue.add, long one, submitted 2026-03-14 07:56:53 UTC"],
            page.Document.QuerySelectorAll(".tick").Select(box => box.GetAttribute("aria-label")));
        var cancel = Assert.Single(page.Document.QuerySelectorAll("tbody form[action='/runs/cancel'][method=get]"));
        Assert.Equal(running.Id, cancel.QuerySelector("input[name=runs]")!.GetAttribute("value"));
        Assert.Equal("Cancel queue.add, long one, submitted 2026-03-14 07:56:53 UTC", cancel.QuerySelector("button")!.GetAttribute("aria-label"));
        Assert.Equal(["Compare selected", "Cancel selected"], page.Texts("#ticked button"));
        var home = await Page.OpenAsync(_web, "/");
        Assert.Empty(home.Document.QuerySelectorAll(".tick"));
        Assert.Equal(["Cancel long one"], home.Document.QuerySelectorAll(".row-cancel button").Select(button => button.GetAttribute("aria-label")));
    }

    [Theory]
    [InlineData("/")]
    [InlineData("/runs")]
    [InlineData("/submit")]
    [InlineData("/compare")]
    [InlineData("/trends")]
    [InlineData("/workers")]
    [InlineData("/submit?experiment=blob.download")]
    [InlineData("/schedules")]
    [InlineData("/experiments")]
    [InlineData("/experiments/blob.download")]
    [InlineData("/outcomes")]
    [InlineData("/problems")]
    public async Task Every_page_has_landmarks_one_heading_and_nothing_from_elsewhere(string address)
    {
        var page = await Page.OpenAsync(_web, address);

        Assert.Single(page.Document.QuerySelectorAll("main"));
        Assert.Single(page.Document.QuerySelectorAll("h1"));
        Assert.Equal("#main", page.Element("body > a").GetAttribute("href"));
        Assert.NotNull(page.Element("nav[aria-label]"));
        Assert.Equal(["New run", "New images"], page.Texts("header a.button"));
        Assert.Equal("en", page.Document.DocumentElement.GetAttribute("lang"));
        Assert.All(page.Document.QuerySelectorAll("table"), table => Assert.NotNull(table.QuerySelector("caption")));
        var resources = page.Document.QuerySelectorAll("[src], link").Select(resource => resource.GetAttribute("src") ?? resource.GetAttribute("href"));
        Assert.All(resources, resource => Assert.StartsWith("/assets/", resource, StringComparison.Ordinal));
        var ids = page.Document.QuerySelectorAll("[id]").Select(element => element.Id).ToArray();
        Assert.Equal(ids.Distinct(), ids);
    }

    [Theory]
    [InlineData("/assets/site.css", "text/css")]
    [InlineData("/assets/live.js", "text/javascript")]
    [InlineData("/assets/times.js", "text/javascript")]
    [InlineData("/assets/copy.js", "text/javascript")]
    [InlineData("/assets/icon.svg", "image/svg+xml")]
    public async Task Style_sheet_script_and_icon_are_inside_the_program(string address, string type)
    {
        var response = await _web.GetAsync(address);

        Assert.Equal(type, response.Content.Headers.ContentType?.MediaType);
        Assert.NotEmpty(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Every_experiment_has_a_page_with_its_parameters_and_presets()
    {
        foreach (var definition in Shipped.Experiments.All)
        {
            var page = await Page.OpenAsync(_web, "/experiments/" + definition.Id);

            Assert.Equal([definition.Title], page.Texts("h1"));
            Assert.Equal(definition.Parameters.Select(parameter => parameter.Name), page.Element("table").QuerySelectorAll("tbody th").Select(name => name.TextContent));
            Assert.NotNull(page.Element($"a[href='/submit?experiment={definition.Id}&preset=paper']"));
        }
    }
}
