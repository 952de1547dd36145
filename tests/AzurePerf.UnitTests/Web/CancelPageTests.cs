using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.UnitTests.Web.Access;
using AzurePerf.Web.Runs.Cancel;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web;

/// <summary>Runs that are cancelled from their list, one or several, without scripts.</summary>
public sealed class CancelPageTests : IAsyncDisposable
{
    private const string Request = """{"experiment": "queue.add", "preset": "quick", "name": "long one"}""";
    private readonly KeyedWeb _keyed = KeyedWeb.Shared();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Theory]
    [InlineData(null, AccessScope.Admin, nameof(CancelState.Missing))]
    [InlineData(RunStatus.Completed, AccessScope.Admin, nameof(CancelState.Ended))]
    [InlineData(RunStatus.Running, AccessScope.Admin, nameof(CancelState.Possible))]
    [InlineData(RunStatus.Accepted, AccessScope.Admin, nameof(CancelState.Possible))]
    [InlineData(RunStatus.Cancelling, AccessScope.Admin, nameof(CancelState.CancelsAlready))]
    [InlineData(RunStatus.Running, AccessScope.Submit, nameof(CancelState.NotOwner))]
    [InlineData(RunStatus.Cancelling, AccessScope.Submit, nameof(CancelState.NotOwner))]
    [InlineData(RunStatus.Failed, AccessScope.Submit, nameof(CancelState.Ended))]
    public async Task Who_may_cancel_what_is_decided_by_its_state_and_its_owner(RunStatus? status, AccessScope scope, string state)
    {
        var run = await SeededRun.SubmitAsync(_keyed.Web, Request, owner: "ann");

        Assert.Equal(state, CancelRequest.StateOf(status is { } known ? run.Run with { Status = known } : null, new("bob", scope)).ToString());
        Assert.Equal(CancelState.Possible, CancelRequest.StateOf(run.Run, new("ann", AccessScope.Submit)));
    }

    [Fact]
    public async Task The_question_lists_what_will_be_cancelled_whose_it_is_and_how_far()
    {
        await using var web = new WebUnderTest();
        var running = await SeededRun.SubmitAsync(web, Request, minutesAgo: 9);
        await running.MoveAsync(RunStatus.Running, 1);
        var ended = await SeededRun.SubmitAsync(web, Request, minutesAgo: 8, owner: "ann");
        await ended.MoveAsync(RunStatus.Completed, 2);
        var other = await SeededRun.SubmitAsync(web, Request.Replace("long one", "", StringComparison.Ordinal), minutesAgo: 7, owner: "ann");

        var page = await Page.OpenAsync(web, $"/runs/cancel?runs={running.Id}&runs={ended.Id},{other.Id}&runs=aaaaaaaaaaaaaaaaaaaa&runs=%3Cb%3E");

        Assert.Equal(HttpStatusCode.OK, page.Response.StatusCode);
        Assert.Equal(["Cancel 2 runs?"], page.Texts("h1"));
        Assert.Equal(
            [
                "long one queue.add, target default, submitted 2026-03-14 09:17:53 UTC running 1 of 4 points local will be cancelled",
                "long one queue.add, target default, submitted 2026-03-14 09:18:53 UTC completed – ann has ended: completed",
                "queue.add queue.add, target default, submitted 2026-03-14 09:19:53 UTC accepted waits to be planned ann will be cancelled",
                "aaaaaaaaaaaaaaaaaaaa – there is no run with this id",
                "<b> – there is no run with this id",
            ],
            page.Texts("tbody tr"));
        Assert.Equal([running.Id, other.Id], page.Document.QuerySelectorAll("form[method=post] input[name=runs]").Select(field => field.GetAttribute("value")));
        Assert.Equal(RunStatus.Running, (await FindAsync(web, running.Id)).Status);
    }

    [Fact]
    public async Task Confirmed_they_are_all_cancelled_and_the_page_says_so()
    {
        await using var web = new WebUnderTest();
        var running = await SeededRun.SubmitAsync(web, Request, minutesAgo: 9);
        await running.MoveAsync(RunStatus.Running, 1);
        var waiting = await SeededRun.SubmitAsync(web, Request, minutesAgo: 8);
        using var content = new FormUrlEncodedContent(
        [
            new("runs", running.Id), new("runs", waiting.Id),
            new("formToken", (await Page.OpenAsync(web, "/runs/cancel?runs=" + running.Id)).Element("input[name=formToken]").GetAttribute("value")!),
        ]);

        var page = await Page.OfAsync(web, await web.Client.PostAsync(new Uri("/runs/cancel", UriKind.Relative), content, Cancelled));

        Assert.Equal(HttpStatusCode.OK, page.Response.StatusCode);
        Assert.Equal(["2 runs are being cancelled"], page.Texts("h1"));
        Assert.Equal(["is being cancelled", "is being cancelled"], page.Texts("tbody td:last-child"));
        Assert.Null(page.Document.QuerySelector("form[method=post]"));
        foreach (var run in new[] { running, waiting })
        {
            var stored = await FindAsync(web, run.Id);
            Assert.Equal((RunStatus.Cancelling, "cancelled by its user"), (stored.Status, stored.Reason));
        }
    }

    [Fact]
    public async Task What_one_may_not_cancel_is_refused_by_name_while_the_others_are_cancelled_and_each_is_in_the_audit()
    {
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);
        var (key, id) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (other, _) = await _keyed.NewKeyAsync("other", AccessScope.Submit);
        var (mine, theirs) = (await _keyed.SubmitAsync(key), await _keyed.SubmitAsync(other));
        using var browser = await Browser.SignInAsync(_keyed, key);

        var page = await Page.OfAsync(_keyed.Web, await browser.PostAsync("/submit", "/runs/cancel", ("runs", mine), ("runs", theirs)));
        var refused = await browser.PostAsync("/submit", "/runs/cancel", ("runs", theirs + "," + theirs));

        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.Forbidden), (page.Response.StatusCode, refused.StatusCode));
        Assert.Equal(["1 run is being cancelled"], page.Texts("h1"));
        Assert.Equal(["is being cancelled", "belongs to other: only other or an administrator may cancel it"], page.Texts("tbody td:last-child"));
        Assert.Equal((RunStatus.Cancelling, RunStatus.Accepted), ((await FindAsync(_keyed.Web, mine)).Status, (await FindAsync(_keyed.Web, theirs)).Status));
        var entries = (await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Get, "/api/v1/audit", admin))).GetProperty("entries").EnumerateArray()
            .Select(entry => string.Join(' ', new[] { "who", "keyId", "text", "outcome" }.Select(name => entry.GetProperty(name).GetString())))
            .Where(entry => entry.Contains("cancel", StringComparison.Ordinal));
        Assert.Equal(
            [$"ci {id} cancelled run {mine} done", $"ci {id} was not allowed to cancel run {theirs} refused", $"ci {id} was not allowed to cancel run {theirs} refused"],
            entries.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_reader_is_offered_no_cancellation_and_refused_one()
    {
        var (key, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (reader, _) = await _keyed.NewKeyAsync("reader", AccessScope.Read);
        var run = await _keyed.SubmitAsync(key);
        using var browser = await Browser.SignInAsync(_keyed, reader);

        var list = await Page.OfAsync(_keyed.Web, await browser.GetAsync("/runs"));
        var question = await Page.OfAsync(_keyed.Web, await browser.GetAsync("/runs/cancel?runs=" + run));
        var refused = await browser.PostAsync("/compare", "/runs/cancel", ("runs", run));

        Assert.Equal(["Compare selected"], list.Texts("#ticked button"));
        Assert.Empty(list.Document.QuerySelectorAll(".row-cancel"));
        Assert.Equal(["There is nothing to cancel"], question.Texts("h1"));
        Assert.Equal(["belongs to ci: only ci or an administrator may cancel it"], question.Texts("tbody td:last-child"));
        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);
        Assert.Equal(RunStatus.Accepted, (await FindAsync(_keyed.Web, run)).Status);
    }

    [Fact]
    public async Task Without_the_token_of_the_form_nothing_is_cancelled()
    {
        await using var web = new WebUnderTest();
        var run = await SeededRun.SubmitAsync(web, Request);
        using var content = new FormUrlEncodedContent([new("runs", run.Id)]);

        Assert.Equal(HttpStatusCode.BadRequest, (await web.Client.PostAsync(new Uri("/runs/cancel", UriKind.Relative), content, Cancelled)).StatusCode);

        Assert.Equal(RunStatus.Accepted, (await FindAsync(web, run.Id)).Status);
    }

    [Theory]
    [InlineData("", HttpStatusCode.OK, "tick those to cancel")]
    [InlineData("?runs=", HttpStatusCode.OK, "tick those to cancel")]
    [InlineData("many", HttpStatusCode.BadRequest, "At most 50 runs are cancelled at once, and more are named: none was.")]
    public async Task No_run_and_too_many_are_answered_with_what_to_do(string query, HttpStatusCode status, string words)
    {
        await using var web = new WebUnderTest();
        var asked = query == "many" ? "?runs=" + string.Join(",", Enumerable.Range(1, 51)) : query;

        var page = await Page.OpenAsync(web, "/runs/cancel" + asked);

        Assert.Equal(status, page.Response.StatusCode);
        Assert.Contains(words, page.Text, StringComparison.Ordinal);
        Assert.Null(page.Document.QuerySelector("form[method=post]"));
    }

    [Fact]
    public async Task Too_many_at_once_are_refused_when_they_are_sent_too()
    {
        await using var web = new WebUnderTest();
        var page = await Page.OpenAsync(web, "/schedules/new");
        using var content = new FormUrlEncodedContent(
        [
            new("runs", string.Join(",", Enumerable.Range(1, 51))),
            new("formToken", page.Element("input[name=formToken]").GetAttribute("value")!),
        ]);

        Assert.Equal(HttpStatusCode.BadRequest, (await web.Client.PostAsync(new Uri("/runs/cancel", UriKind.Relative), content, Cancelled)).StatusCode);
    }

    [Fact]
    public async Task Where_the_account_fails_in_the_middle_the_page_says_of_which_run_and_offers_it_again()
    {
        var messages = 0;
        var queue = new PutQueue(_ => ++messages == 2 ? throw new IOException("the connection broke") : Task.CompletedTask);
        await using var web = new WebUnderTest(services => services.AddSingleton(provider => new RunCancellation(provider.GetRequiredService<RunStore>(), queue)));
        var ids = new List<string>();
        for (var minutes = 9; minutes > 6; minutes--)
        {
            ids.Add((await SeededRun.SubmitAsync(web, Request, minutes)).Id);
        }

        using var content = new FormUrlEncodedContent(
        [
            .. ids.Select(id => KeyValuePair.Create("runs", id)),
            new("formToken", (await Page.OpenAsync(web, "/runs/cancel?runs=" + ids[0])).Element("input[name=formToken]").GetAttribute("value")!),
        ]);
        var page = await Page.OfAsync(web, await web.Client.PostAsync(new Uri("/runs/cancel", UriKind.Relative), content, Cancelled));

        Assert.Equal(HttpStatusCode.ServiceUnavailable, page.Response.StatusCode);
        Assert.Equal(["2 runs are being cancelled"], page.Texts("h1"));
        Assert.Equal(
            ["is being cancelled", "it is not known whether it was cancelled, because the control account failed: cancel it once more", "is being cancelled"], page.Texts("tbody td:last-child"));
        Assert.Equal([ids[1]], page.Document.QuerySelectorAll("form[method=post] input[name=runs]").Select(field => field.GetAttribute("value")));
    }

    [Fact]
    public async Task A_run_whose_rows_cannot_be_read_keeps_no_other_from_being_cancelled()
    {
        await using var web = new WebUnderTest();
        var spoilt = await SeededRun.SubmitAsync(web, Request, minutesAgo: 9);
        await spoilt.SpoilAsync();
        var other = await SeededRun.SubmitAsync(web, Request, minutesAgo: 8);
        var complaint = $"its rows cannot be read: row {spoilt.Id}/h: points is a String, not a Int32";

        var question = await Page.OpenAsync(web, $"/runs/cancel?runs={spoilt.Id},{other.Id}");
        using var content = new FormUrlEncodedContent(
        [
            new("runs", spoilt.Id), new("runs", other.Id), new("formToken", question.Element("input[name=formToken]").GetAttribute("value")!),
        ]);
        var page = await Page.OfAsync(web, await web.Client.PostAsync(new Uri("/runs/cancel", UriKind.Relative), content, Cancelled));

        Assert.Equal([complaint, "will be cancelled"], question.Texts("tbody td:last-child"));
        Assert.Equal((HttpStatusCode.OK, "1 run is being cancelled"), (page.Response.StatusCode, Assert.Single(page.Texts("h1"))));
        Assert.Equal([complaint, "is being cancelled"], page.Texts("tbody td:last-child"));
        Assert.Equal(RunStatus.Cancelling, (await FindAsync(web, other.Id)).Status);
    }

    private static async Task<RunState> FindAsync(WebUnderTest web, string id) => (await new RunStore(web.Control.Rows).FindAsync(id, Cancelled))!;
}
