using System.Net;
using System.Xml.Linq;
using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.UnitTests.Web.Access;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class RunAtomFeedTests : IAsyncDisposable
{
    private static readonly XNamespace Atom = "http://www.w3.org/2005/Atom";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task It_has_the_ended_runs_that_the_filter_admits()
    {
        var ended = await AddAsync("queue.add", RunStatus.Failed, "first & <b>", "a\u0001b");
        await AddAsync("queue.add", null, "open", "");
        await AddAsync("table.insert", RunStatus.Completed, "other", "");

        var feed = await ReadAsync("/runs.atom?experiment=queue.add");

        var entry = Assert.Single(feed.Elements(Atom + "entry"));
        Assert.Equal("urn:azureperf:run:" + ended, entry.Element(Atom + "id")!.Value);
        Assert.Equal("first & <b>: failed", entry.Element(Atom + "title")!.Value);
        Assert.Equal("http://localhost/runs/" + ended, entry.Element(Atom + "link")!.Attribute("href")!.Value);
        Assert.Equal("local", entry.Element(Atom + "author")!.Element(Atom + "name")!.Value);
        Assert.Contains("a b", entry.Element(Atom + "summary")!.Value, StringComparison.Ordinal);
        Assert.Equal(2, (await ReadAsync("/runs.atom")).Elements(Atom + "entry").Count());
        Assert.Equal(HttpStatusCode.BadRequest, (await _web.GetAsync("/runs.atom?state=open")).StatusCode);
    }

    [Fact]
    public async Task A_run_that_took_long_stands_before_those_that_were_submitted_later()
    {
        var runs = new RunStore(_web.Control.Rows);
        var took = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick"}""", minutesAgo: 60);
        await runs.PutIndexAsync(took.Run with { Status = RunStatus.Completed, EndedAt = WebUnderTest.Now }, Cancelled);
        for (var minutes = 2; minutes < 6; minutes++)
        {
            var later = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick"}""", minutes);
            await runs.PutIndexAsync(later.Run with { Status = RunStatus.Completed, EndedAt = WebUnderTest.Now.AddMinutes(1 - minutes) }, Cancelled);
        }

        var feed = await ReadAsync("/runs.atom?limit=1");

        Assert.Equal("urn:azureperf:run:" + took.Id, Assert.Single(feed.Elements(Atom + "entry")).Element(Atom + "id")!.Value);
    }

    [Fact]
    public async Task A_feed_of_other_runs_is_another_feed_and_a_longer_one_is_not()
    {
        var all = await IdAsync("/runs.atom");

        Assert.Equal("urn:azureperf:runs:http://localhost", all);
        Assert.Equal(all, await IdAsync("/runs.atom?limit=3&owner="));
        Assert.Equal(all + "?experiment=queue.add&tag=a&tag=b%3D1", await IdAsync("/runs.atom?tag=a&tag=b%3D1&limit=7&experiment=queue.add"));
    }

    [Fact]
    public async Task Whoever_has_it_already_is_told_so()
    {
        await AddAsync("queue.add", RunStatus.Completed, "", "");
        var first = await _web.GetAsync("/runs.atom");
        using var again = new HttpRequestMessage(HttpMethod.Get, "/runs.atom");
        again.Headers.IfNoneMatch.Add(first.Headers.ETag!);

        Assert.Equal("application/atom+xml", first.Content.Headers.ContentType!.MediaType);
        Assert.Equal(TimeSpan.FromSeconds(60), first.Headers.CacheControl!.MaxAge);
        Assert.True(first.Headers.CacheControl.Private);
        Assert.Equal(HttpStatusCode.NotModified, (await _web.Client.SendAsync(again, Cancelled)).StatusCode);
        Assert.Equal(HttpStatusCode.BadRequest, (await _web.GetAsync("/runs.atom?state=lost")).StatusCode);
    }

    [Fact]
    public async Task It_is_shown_to_those_who_may_see_the_list()
    {
        await using var keyed = new KeyedWeb();
        var (key, _) = await keyed.NewKeyAsync("reader", AccessScope.Read);

        Assert.NotEqual(HttpStatusCode.OK, (await keyed.SendAsync(HttpMethod.Get, "/runs.atom")).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await keyed.SendAsync(HttpMethod.Get, "/runs.atom", key)).StatusCode);
    }

    private async Task<string> AddAsync(string experiment, RunStatus? end, string name, string reason)
    {
        var response = await _web.PostJsonAsync("/api/v1/runs", $$"""{"experiment": "{{experiment}}", "preset": "quick", "name": "{{name}}"}""");
        var id = response.Headers.Location!.OriginalString.Split('/')[^1];
        var runs = new RunStore(_web.Control.Rows);
        var run = (await runs.FindAsync(id, Cancelled))!;
        if (end is { } status)
        {
            var ended = await runs.TryReplaceAsync(run with { Status = status, Reason = reason, EndedAt = WebUnderTest.Now }, Cancelled);
            await runs.PutIndexAsync(ended!, Cancelled);
        }

        return id;
    }

    private async Task<string> IdAsync(string address) => (await ReadAsync(address)).Element(Atom + "id")!.Value;

    private async Task<XElement> ReadAsync(string address) =>
        XElement.Parse(await (await _web.GetAsync(address)).Content.ReadAsStringAsync(Cancelled));
}
