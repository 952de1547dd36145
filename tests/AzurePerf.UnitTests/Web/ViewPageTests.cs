using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Storage;
using AzurePerf.Storage.Views;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Views;
using AzurePerf.UnitTests.Web.Access;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ViewPageTests : IAsyncDisposable
{
    private const string Form = "/views/new?address=%2Fruns%3Fstate%3Dfailed&name=Runs%3A%20failed";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private ViewStore Views => new(_web.Control.Rows);

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Without_views_the_page_says_what_to_do()
    {
        var page = await Page.OpenAsync(_web, "/views");

        Assert.Contains("Save this view", page.Element(".empty").TextContent, StringComparison.Ordinal);
        Assert.Equal(["Saved views"], page.Texts("footer a[aria-current=page]"));
    }

    [Fact]
    public async Task A_list_as_it_is_filtered_is_saved_in_two_steps_and_found_again()
    {
        var runs = await Page.OpenAsync(_web, "/runs?text=&state=failed&tag=nightly&sort=duration");
        var form = await Page.OpenAsync(_web, runs.Element("footer a[href^='/views/new']").GetAttribute("href")!);

        var saved = await form.PressAsync("Save view");

        Assert.Equal("Runs: failed, nightly", form.Element("#field-name").GetAttribute("value"));
        var page = await Page.OpenAsync(_web, "/views");
        Assert.Equal(["Runs: failed, nightly /runs?state=failed&tag=nightly&sort=duration", "Runs", "local", "2026-03-14 09:26:53 UTC", "Remove"], page.Texts("tbody tr > *"));
        Assert.Equal("/runs?state=failed&tag=nightly&sort=duration", page.Element("tbody th a").GetAttribute("href"));
        Assert.Equal("/views#" + page.Element("tbody tr").Id, saved.Headers.Location!.OriginalString);
    }

    [Theory]
    [InlineData("/runs", true)]
    [InlineData("/compare", true)]
    [InlineData("/trends", true)]
    [InlineData("/outcomes?days=30", true)]
    [InlineData("/workers", true)]
    [InlineData("/experiments/tcp.rtt", true)]
    [InlineData("/submit?experiment=queue.add", true)]
    [InlineData("/", false)]
    [InlineData("/audit", false)]
    [InlineData("/views", false)]
    [InlineData("/runs/aaaaaaaaaaaaaaaaaaaa", false)]
    [InlineData("/compare?runs=nothing", false)]
    public async Task Pages_that_can_be_saved_lead_to_the_form(string address, bool leads) =>
        Assert.Equal(leads ? 1 : 0, (await Page.OpenAsync(_web, address)).Document.QuerySelectorAll("a[href^='/views/new']").Length);

    [Fact]
    public async Task A_view_of_a_run_is_named_as_the_run_is()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "name": "evening"}""");

        var link = (await Page.OpenAsync(_web, "/runs/" + run.Id)).Element("footer a[href^='/views/new']").GetAttribute("href");

        Assert.Equal($"/views/new?address=%2Fruns%2F{run.Id}&name=evening", link);
    }

    [Fact]
    public async Task A_form_that_is_sent_twice_saves_one_view_and_one_that_was_changed_another()
    {
        var form = await Page.OpenAsync(_web, Form);

        var first = await form.PressAsync("Save view");
        var second = await form.PressAsync("Save view");
        await form.PressAsync("Save view", ("name", "failed"));

        Assert.Equal((HttpStatusCode.Redirect, first.Headers.Location), (second.StatusCode, second.Headers.Location));
        Assert.Equal(2, _web.Control.Rows.Count(ControlNames.ViewsTable));
    }

    [Fact]
    public async Task A_form_changed_after_it_was_sent_saves_another_view_once_however_often_it_is_sent()
    {
        var time = new FakeTimeProvider();
        await using var web = new WebUnderTest(services => services.AddSingleton<TimeProvider>(time));
        var form = await Page.OpenAsync(web, Form);

        await form.PressAsync("Save view");
        var changed = await form.PressAsync("Save view", ("name", "failed"));
        time.Advance(TimeSpan.FromMilliseconds(100));
        var again = await form.PressAsync("Save view", ("name", "failed"));

        Assert.Equal((HttpStatusCode.Redirect, changed.Headers.Location), (again.StatusCode, again.Headers.Location));
        Assert.Equal(2, web.Control.Rows.Count(ControlNames.ViewsTable));
    }

    [Fact]
    public async Task What_is_wrong_stands_beside_its_field_and_nothing_is_stored()
    {
        var answer = await Page.OfAsync(_web, await (await Page.OpenAsync(_web, Form)).PressAsync("Save view", ("name", " "), ("address", "javascript:alert(1)")));

        Assert.Equal(HttpStatusCode.BadRequest, answer.Response.StatusCode);
        Assert.StartsWith("is required", Assert.Single(answer.Texts("#field-name-fault li")), StringComparison.Ordinal);
        Assert.StartsWith("must begin with one slash", Assert.Single(answer.Texts("#field-address-fault li")), StringComparison.Ordinal);
        Assert.Equal("javascript:alert(1)", answer.Element("#field-address").GetAttribute("value"));
        Assert.Empty(answer.Document.QuerySelectorAll("a[href^='javascript']"));
        Assert.Equal(0, _web.Control.Rows.Count(ControlNames.ViewsTable));
    }

    [Fact]
    public async Task A_name_that_is_taken_is_refused_beside_its_field()
    {
        await Views.TryAddAsync(SampleViews.Of("RUNS: failed", "/runs", WebUnderTest.Now), Cancelled);

        var answer = await Page.OfAsync(_web, await (await Page.OpenAsync(_web, Form)).PressAsync("Save view"));

        Assert.Equal(HttpStatusCode.Conflict, answer.Response.StatusCode);
        Assert.StartsWith("is the name of another view", Assert.Single(answer.Texts("#field-name-fault li")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_address_may_be_pasted_as_the_address_bar_has_it()
    {
        await (await Page.OpenAsync(_web, "/views/new")).PressAsync("Save view", ("name", "pasted"), ("address", "http://localhost/outcomes?days=30"));

        var entry = await Views.ListAsync(Cancelled).SingleAsync(Cancelled);
        Assert.Equal("/outcomes?days=30", entry.Value!.Address.Text);
    }

    [Fact]
    public async Task The_list_is_sorted_as_its_address_says_and_a_row_that_makes_no_sense_is_named()
    {
        await Views.TryAddAsync(SampleViews.Of("beta", "/workers", WebUnderTest.Now), Cancelled);
        await Views.TryAddAsync(SampleViews.Of("Alpha", "/compare", WebUnderTest.Now.AddDays(-1)), Cancelled);
        await _web.Control.Rows.PutAsync(ControlNames.ViewsTable, new("views", "aaaaaaaaaaaaaaaaaaaa") { ["v"] = 9 }, Cancelled);

        var byName = await Page.OpenAsync(_web, "/views");
        var byPage = await Page.OpenAsync(_web, "/views?sort=page&desc=true");

        Assert.Equal(["Alpha", "beta"], byName.Texts("tbody th a"));
        Assert.Equal(["beta", "Alpha"], byPage.Texts("tbody th a"));
        Assert.Equal("descending", byPage.Element("th[aria-sort]").GetAttribute("aria-sort"));
        Assert.Contains("row views/aaaaaaaaaaaaaaaaaaaa: v is 9", byName.Element(".notice").TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_button_removes_a_view()
    {
        await Views.TryAddAsync(SampleViews.Of("beta", "/workers", WebUnderTest.Now), Cancelled);
        var page = await Page.OpenAsync(_web, "/views");

        var first = await page.PressAsync("Remove beta");
        var second = await page.PressAsync("Remove beta");

        Assert.Equal((HttpStatusCode.Redirect, HttpStatusCode.NotFound), (first.StatusCode, second.StatusCode));
        Assert.Equal(0, _web.Control.Rows.Count(ControlNames.ViewsTable));
    }

    [Fact]
    public async Task The_first_page_shows_the_newest_views_for_one_request()
    {
        foreach (var number in Enumerable.Range(1, 10))
        {
            await Views.TryAddAsync(SampleViews.Of("view " + number, "/runs", WebUnderTest.Now.AddMinutes(number)), Cancelled);
        }

        var counting = new RequestCountingRows(_web.Control.Rows, ControlNames.ViewsTable);
        await using var web = new WebUnderTest(services => services.AddSingleton<AzurePerf.Storage.Rows.IRowStore>(counting));
        await Page.OpenAsync(web, "/");
        Assert.Equal(1, counting.Requests);
        await Page.OpenAsync(web, "/runs");
        Assert.Equal(1, counting.Requests);

        var page = await Page.OpenAsync(_web, "/");
        Assert.Equal(Enumerable.Range(3, 8).Reverse().Select(number => "view " + number), page.Texts(".views a"));
        Assert.Contains("2 more than these", page.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Who_may_only_read_sees_views_and_nothing_that_saves_or_removes_one()
    {
        await using var keyed = new KeyedWeb();
        await new ViewStore(keyed.Web.Control.Rows).TryAddAsync(SampleViews.Of("beta", "/workers", WebUnderTest.Now), Cancelled);
        var (reader, _) = await keyed.NewKeyAsync("reader", AccessScope.Read);
        using var browser = await Browser.SignInAsync(keyed, reader);

        var list = await (await browser.GetAsync("/views")).Content.ReadAsStringAsync(Cancelled);
        var workers = await (await browser.GetAsync("/workers")).Content.ReadAsStringAsync(Cancelled);

        Assert.Contains("beta", list, StringComparison.Ordinal);
        Assert.DoesNotContain("handler=Remove", list, StringComparison.Ordinal);
        Assert.DoesNotContain("/views/new", workers, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.Forbidden, (await browser.GetAsync(Form)).StatusCode);
    }

    [Fact]
    public async Task The_button_of_somebody_else_s_view_removes_nothing_however_its_address_is_written()
    {
        await using var keyed = new KeyedWeb();
        var theirs = SampleViews.Of("theirs", "/workers", WebUnderTest.Now, "other");
        var ours = SampleViews.Of("ours", "/workers", WebUnderTest.Now, "ci");
        var store = new ViewStore(keyed.Web.Control.Rows);
        await store.TryAddAsync(theirs, Cancelled);
        await store.TryAddAsync(ours, Cancelled);
        var (own, _) = await keyed.NewKeyAsync("ci", AccessScope.Submit);
        using var browser = await Browser.SignInAsync(keyed, own);

        foreach (var query in new[] { $"&id={theirs.Id}", $"&id={ours.Id}&id={theirs.Id}", "", $"&id={theirs.Id}&ID={ours.Id}" })
        {
            Assert.Equal(HttpStatusCode.Forbidden, (await browser.PostAsync("/views", "/views?handler=Remove" + query, ("id", theirs.Id))).StatusCode);
        }

        Assert.NotNull(await store.FindAsync(theirs.Id, Cancelled));
        Assert.Equal(HttpStatusCode.Redirect, (await browser.PostAsync("/views", $"/views?handler=Remove&id={ours.Id}")).StatusCode);
        Assert.Null(await store.FindAsync(ours.Id, Cancelled));
    }
}
