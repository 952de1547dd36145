using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Access;
using AzurePerf.Testing.Http;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class RequestLimitTests : IAsyncDisposable
{
    private const string Download = """{"experiment": "blob.download", "preset": "quick"}""";
    private readonly KeyedWeb _keyed = new();

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Fact]
    public async Task The_sixty_first_change_and_the_six_hundred_and_first_read_of_a_minute_are_told_when_to_come_back()
    {
        var (key, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (other, _) = await _keyed.NewKeyAsync("other", AccessScope.Submit);

        var changes = await CountAsync(HttpMethod.Post, key);
        var reads = await CountAsync(HttpMethod.Get, key);

        Assert.Equal((60, 600), (changes, reads));
        Assert.Equal(HttpStatusCode.OK, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/version", other)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await _keyed.SendAsync(HttpMethod.Get, "/health/live")).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await _keyed.SendAsync(HttpMethod.Get, "/assets/site.css")).StatusCode);
    }

    [Fact]
    public async Task The_sample_data_is_loaded_and_removed_a_few_times_by_each_person()
    {
        var (key, _) = await _keyed.NewKeyAsync("ann", AccessScope.Submit);
        var (other, _) = await _keyed.NewKeyAsync("bob", AccessScope.Submit);
        using var ann = await Browser.SignInAsync(_keyed, key);
        using var bob = await Browser.SignInAsync(_keyed, other);
        var token = await ann.TokenOfAsync("/submit?experiment=queue.add");

        var answers = new List<HttpStatusCode>();
        for (var number = 0; number < 8; number++)
        {
            answers.Add((await ann.SendFormAsync("/?handler=RemoveSamples", token)).StatusCode);
        }

        Assert.Equal([.. Enumerable.Repeat(HttpStatusCode.Redirect, 6), .. Enumerable.Repeat(HttpStatusCode.TooManyRequests, 2)], answers);
        Assert.Equal(HttpStatusCode.Redirect, (await bob.PostAsync("/submit?experiment=queue.add", "/?handler=RemoveSamples")).StatusCode);
    }

    [Fact]
    public async Task Who_loaded_the_sample_data_too_often_is_told_for_how_many_minutes_to_wait()
    {
        var (key, _) = await _keyed.NewKeyAsync("cid", AccessScope.Submit);
        using var cid = await Browser.SignInAsync(_keyed, key);
        var token = await cid.TokenOfAsync("/submit?experiment=queue.add");
        for (var number = 0; number < 6; number++)
        {
            await cid.SendFormAsync("/?handler=RemoveSamples", token);
        }

        var refused = await cid.SendFormAsync("/?handler=RemoveSamples", token);

        Assert.InRange(refused.Headers.RetryAfter!.Delta!.Value.TotalSeconds, 541, 600);
        Assert.Contains("Wait up to 10 minutes.", await refused.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_fifty_first_watch_at_once_is_refused_and_others_watch_on()
    {
        var run = await SeededRun.SubmitAsync(_keyed.Web, Download);
        await run.MoveAsync(RunStatus.Running, 1);
        using var ann = await ClientAsync("ann");
        using var bob = await ClientAsync("bob");
        var ended = await SeededRun.SubmitAsync(_keyed.Web, Download, minutesAgo: 20);
        await ended.MoveAsync(RunStatus.Completed, 3);
        await ended.NoteAsync(RunEvent.Ending(RunStatus.Completed, ""));
        for (var over = 0; over < 60; over++)
        {
            await using var watcher = await Watcher.OpenAsync(ann, ended.Id);
            await watcher.RestAsync();
        }

        List<Watcher> watchers = [];
        while (watchers.Count < 50)
        {
            watchers.Add(await Watcher.OpenAsync(ann, run.Id));
        }

        using var more = new HttpRequestMessage(HttpMethod.Get, $"/api/v1/runs/{run.Id}/events");
        more.Headers.Add("Accept", "text/event-stream");
        using var refused = await ann.SendAsync(more, TestContext.Current.CancellationToken);
        Assert.Equal((HttpStatusCode.TooManyRequests, 10), (refused.StatusCode, refused.Headers.RetryAfter?.Delta?.TotalSeconds));
        Assert.Equal(HttpStatusCode.OK, (await ann.GetAsync(new Uri($"/api/v1/runs/{run.Id}/events", UriKind.Relative), TestContext.Current.CancellationToken)).StatusCode);
        watchers.Add(await Watcher.OpenAsync(bob, run.Id));

        foreach (var watcher in watchers)
        {
            await watcher.DisposeAsync();
        }
    }

    /// <summary>Forty are asked for at once: one is drawn and twenty wait.</summary>
    [Fact]
    public async Task Who_asks_for_many_pictures_at_once_is_told_to_come_back()
    {
        var run = await SeededRun.SubmitAsync(_keyed.Web, Download);
        await run.MoveAsync(RunStatus.Completed, 3);
        await run.SumUpAsync([.. run.Measured(_ => SeededRun.Summary(1, 50, 1 << 20, 500, []))]);
        using var ann = await ClientAsync("ann");
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        var asked = Enumerable.Range(0, 40).Select(_ => ann.GetAsync(new Uri($"/api/v1/runs/{run.Id}/charts/rate.svg", UriKind.Relative), enough.Token)).ToHashSet();

        HttpResponseMessage answer;
        do
        {
            var first = await Task.WhenAny(asked);
            asked.Remove(first);
            answer = await first;
        }
        while (answer.StatusCode == HttpStatusCode.OK);

        Assert.Equal((HttpStatusCode.TooManyRequests, 10), (answer.StatusCode, answer.Headers.RetryAfter?.Delta?.TotalSeconds));
        await enough.CancelAsync();
        await Task.WhenAll(asked).ContinueWith(_ => { }, TaskScheduler.Default);
    }

    [Fact]
    public async Task An_estimate_takes_no_place_of_a_submit()
    {
        var (key, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        for (var number = 0; number < 61; number++)
        {
            Assert.Equal(HttpStatusCode.OK, (await _keyed.SendAsync(HttpMethod.Post, "/api/v1/estimates", key, """{ "experiment": "queue.add", "preset": "quick" }""")).StatusCode);
        }

        Assert.Equal(60, await CountAsync(HttpMethod.Post, key));
    }

    [Fact]
    public async Task What_is_refused_counts_too_so_that_no_key_fills_the_audit_with_it()
    {
        var (key, _) = await _keyed.NewKeyAsync("reader", AccessScope.Read);

        var answers = new List<HttpStatusCode>();
        for (var number = 0; number < 65; number++)
        {
            answers.Add((await _keyed.SendAsync(HttpMethod.Post, "/api/v1/runs", key, "{}")).StatusCode);
        }

        Assert.Equal([.. Enumerable.Repeat(HttpStatusCode.Forbidden, 60), .. Enumerable.Repeat(HttpStatusCode.TooManyRequests, 5)], answers);
        Assert.Equal(60, await _keyed.Web.Services.GetRequiredService<AuditStore>().ListAsync(null, TestContext.Current.CancellationToken).CountAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_page_beyond_the_limit_is_a_page_for_people()
    {
        await using var strict = new KeyedWeb(("Access:ReadsPerMinute", "1"));
        var (key, _) = await strict.NewKeyAsync("ann", AccessScope.Read);
        using var browser = await Browser.SignInAsync(strict, key);
        await browser.GetAsync("/");

        var page = await Page.OfAsync(strict.Web, await browser.GetAsync("/"));

        Assert.Equal(HttpStatusCode.TooManyRequests, page.Response.StatusCode);
        Assert.NotNull(page.Response.Headers.RetryAfter);
        Assert.Equal(["Too many requests"], page.Texts("h1"));
    }

    [Fact]
    public async Task The_limits_can_be_asked_for_and_are_the_operator_s()
    {
        var (key, _) = await _keyed.NewKeyAsync("ci", AccessScope.Read);
        await using var local = new WebUnderTest();

        var here = await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Get, "/api/v1/limits", key));
        var there = await WebUnderTest.JsonOf(await local.GetAsync("/api/v1/limits"));

        Assert.Equal("""{"submitsPerMinute":60,"readsPerMinute":600}""", here.GetProperty("requests").GetRawText());
        Assert.Equal("""{"submitsPerMinute":null,"readsPerMinute":null}""", there.GetProperty("requests").GetRawText());
    }

    [Fact]
    public async Task What_runs_may_come_to_can_be_asked_for()
    {
        await using var web = new WebUnderTest(
            null, null,
            ("Limits:OperationsPerRun", "1000"), ("Limits:BytesPerRun", "2000000000000"), ("Limits:DurationPerRun", "01:00:00"), ("Limits:CostPerOwnerAndDay", "12.5"));

        var limits = await WebUnderTest.JsonOf(await web.GetAsync("/api/v1/limits"));

        Assert.Equal("""{"operations":1000,"bytes":2000000000000,"seconds":3600,"cost":null}""", limits.GetProperty("run").GetRawText());
        Assert.Equal("""{"operations":null,"bytes":null,"seconds":null,"cost":12.5}""", limits.GetProperty("ownerAndDay").GetRawText());
    }

    private async Task<HttpClient> ClientAsync(string name)
    {
        var (key, _) = await _keyed.NewKeyAsync(name, AccessScope.Read);
        var client = _keyed.Web.NewClient();
        client.DefaultRequestHeaders.Authorization = new("Bearer", key);
        return client;
    }

    /// <summary>Asks until it is refused: how many were not.</summary>
    private async Task<int> CountAsync(HttpMethod method, string key)
    {
        for (var number = 0; number <= 1_000; number++)
        {
            var response = await _keyed.SendAsync(method, method == HttpMethod.Get ? "/api/v1/version" : "/api/v1/runs", key, method == HttpMethod.Get ? null : "{}");
            if (response.StatusCode == HttpStatusCode.TooManyRequests)
            {
                await RunSubmissionApiTests.ProblemAsync(response, HttpStatusCode.TooManyRequests, "/problems/too-many-requests");
                Assert.InRange(response.Headers.RetryAfter!.Delta!.Value.TotalSeconds, 1, 60);
                return number;
            }
        }

        return int.MaxValue;
    }
}
