using System.Net;
using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Storage;
using AzurePerf.Storage.Access;
using AzurePerf.Testing.Http;
using AzurePerf.UnitTests.Web.Access;
using AzurePerf.Web.Live;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Live;

public sealed class LiveEventsTests : IAsyncDisposable
{
    private const string Download = """{"experiment": "blob.download", "preset": "quick"}""";
    private const int MostHeartbeats = 3;
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task A_run_that_has_ended_is_told_from_its_first_event_to_its_end()
    {
        var run = await EndedRunAsync();
        await using var watcher = await Watcher.OpenAsync(_web.Client, run.Id);

        var items = await watcher.RestAsync();

        Assert.Equal(["event", "event", "event", "run", "end"], items.Select(item => item.EventType));
        Assert.Equal(["1", "2", "3"], items.Take(3).Select(item => item.EventId));
        Assert.Equal("planned", JsonSerializer.Deserialize<RunEvent>(items[0].Data, ApiJson.Options)!.Message);
        Assert.Equal(run.Id, JsonSerializer.Deserialize<RunResponse>(items[3].Data, ApiJson.Options)!.Id);
        Assert.Equal(new RunEnding(RunStatus.Completed, ""), JsonSerializer.Deserialize<RunEnding>(items[4].Data, ApiJson.Options));
    }

    [Theory]
    [InlineData(2, "")]
    [InlineData(null, "?after=2")]
    [InlineData(2, "?after=1")]
    public async Task Who_comes_back_gets_what_follows_the_last_event_he_had(int? lastEventId, string query)
    {
        var run = await EndedRunAsync();
        await using var watcher = await Watcher.OpenAsync(_web.Client, run.Id, lastEventId, query);

        Assert.Equal(["3"], (await watcher.RestAsync()).Where(item => item.EventType == "event").Select(item => item.EventId));
    }

    [Fact]
    public async Task What_happens_reaches_the_watcher_and_ends_with_the_run()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 1);
        await run.NoteAsync("planned");
        await using var host = new WatchedHost(_web.Control);
        await using var watcher = await Watcher.OpenAsync(host.Client, run.Id);
        await host.Clock.RestAsync();
        Assert.Equal("1", (await watcher.NextAsync("event"))!.Value.EventId);

        await run.NoteAsync("point 1 published");
        await host.Clock.StepAsync();
        Assert.Equal("2", (await watcher.NextAsync("event"))!.Value.EventId);

        await run.EndAsync(RunStatus.Failed, "too slow");
        await run.NoteAsync(RunEvent.Ending(RunStatus.Failed, "too slow"));
        host.Clock.Time.Advance(TimeSpan.FromSeconds(1));
        var rest = await watcher.RestAsync();

        Assert.Equal("3", rest.Single(item => item.EventType == "event").EventId);
        Assert.Equal(new RunEnding(RunStatus.Failed, "too slow"), JsonSerializer.Deserialize<RunEnding>(rest[^1].Data, ApiJson.Options));
    }

    [Fact]
    public async Task An_ended_run_whose_last_event_was_never_noted_ends_the_watch_all_the_same()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Completed, 4);
        await run.NoteAsync("planned");
        await using var host = new WatchedHost(_web.Control);
        await using var watcher = await Watcher.OpenAsync(host.Client, run.Id);
        await host.Clock.RestAsync();
        await host.Clock.StepAsync();
        await host.Clock.StepAsync();
        host.Clock.Time.Advance(TimeSpan.FromSeconds(1));

        Assert.Equal("end", (await watcher.RestAsync())[^1].EventType);
    }

    [Fact]
    public async Task Silence_never_lasts_longer_than_fifteen_seconds()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.NoteAsync("planned");
        await using var host = new WatchedHost(_web.Control);
        await using var watcher = await Watcher.OpenAsync(host.Client, run.Id);
        await host.Clock.RestAsync();
        await watcher.NextAsync("run");
        var next = watcher.NextAsync("heartbeat");
        for (var second = 0; second < 15; second++)
        {
            await host.Clock.StepAsync();
        }

        Assert.NotNull(await next);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(200)]
    public async Task However_many_watch_one_reader_reads(int watchers)
    {
        const int Steps = 5;
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 1);
        await run.NoteAsync("planned");
        await using var host = new WatchedHost(_web.Control);
        var watching = new List<Watcher>();
        for (var one = 0; one < watchers; one++)
        {
            watching.Add(await Watcher.OpenAsync(host.Client, run.Id));
        }

        await host.Clock.RestAsync();
        for (var step = 0; step < Steps; step++)
        {
            await run.NoteAsync($"step {step}");
            await host.Clock.StepAsync();
        }

        // The state and the points that pages show meanwhile come from the same reader.
        for (var look = 0; look < 10; look++)
        {
            (await host.Client.GetAsync($"/api/v1/runs/{run.Id}", TestContext.Current.CancellationToken)).EnsureSuccessStatusCode();
        }

        Assert.Equal(1 + Steps, host.Readings);
        foreach (var watcher in watching)
        {
            Assert.Equal(["1", "2", "3", "4", "5", "6"], await EventsAsync(watcher, 1 + Steps));
            await watcher.DisposeAsync();
        }

        await EventuallyAsync(() => host.Feeds.Count == 0);
    }

    [Fact]
    public async Task Points_are_read_once_however_often_the_charts_of_a_watched_run_are_drawn()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 1);
        await run.NoteAsync("planned");
        await using var host = new WatchedHost(_web.Control, ControlNames.PointsTable);
        await using var watcher = await Watcher.OpenAsync(host.Client, run.Id);
        await host.Clock.RestAsync();
        await watcher.NextAsync("run");

        for (var look = 0; look < 10; look++)
        {
            (await host.Client.GetAsync($"/api/v1/runs/{run.Id}/charts", TestContext.Current.CancellationToken)).EnsureSuccessStatusCode();
        }

        Assert.InRange(host.Readings, 0, 1);
    }

    [Fact]
    public async Task Every_watcher_sees_the_same_sequence_across_reconnects_and_another_host()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 1);
        var (steady, restless) = (new List<string>(), new List<string>());
        for (var host = 0; host < 2; host++)
        {
            await using var web = new WatchedHost(_web.Control);
            await run.NoteAsync($"before host {host}");
            var first = await Watcher.OpenAsync(web.Client, run.Id, Last(steady));
            await web.Clock.RestAsync();
            steady.AddRange(await EventsAsync(first, 1));
            for (var step = 0; step < 4; step++)
            {
                await run.NoteAsync($"host {host} step {step}", "and another");
                await web.Clock.StepAsync();
                var again = await Watcher.OpenAsync(web.Client, run.Id, Last(restless));
                restless.AddRange(await EventsAsync(again, 3 + (9 * host) + (2 * step) - restless.Count));
                await again.DisposeAsync();
            }

            steady.AddRange(await EventsAsync(first, 8));
            await first.DisposeAsync();
        }

        Assert.Equal(Enumerable.Range(1, 18).Select(number => number.ToString(System.Globalization.CultureInfo.InvariantCulture)), steady);
        Assert.Equal(steady, restless);
    }

    [Fact]
    public async Task A_change_made_here_is_shown_at_once_although_somebody_watches()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 1);
        await using var host = new WatchedHost(_web.Control);
        await using var watcher = await Watcher.OpenAsync(host.Client, run.Id);
        await host.Clock.RestAsync();

        (await host.Client.PostAsync($"/api/v1/runs/{run.Id}/cancel", null, TestContext.Current.CancellationToken)).EnsureSuccessStatusCode();

        var shown = await WebUnderTest.JsonOf(await host.Client.GetAsync($"/api/v1/runs/{run.Id}", TestContext.Current.CancellationToken));
        Assert.Equal("cancelling", shown.GetProperty("state").GetString());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_watch_ends_soon_after_the_key_of_the_watcher_and_no_sooner(bool isRevoked)
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.NoteAsync("planned");
        await using var host = new WatchedHost(_web.Control, ("Access:Mode", "keys"));
        var services = host.Services;
        var (_, key, text) = await services.GetRequiredService<KeyCreation>().CreateFirstAsync("ann", 1, TestContext.Current.CancellationToken);
        host.Client.DefaultRequestHeaders.Authorization = new("Bearer", text);
        await using var watcher = await Watcher.OpenAsync(host.Client, run.Id);
        await host.Clock.RestAsync();

        if (isRevoked)
        {
            // As another host does it: this one is not told.
            await services.GetRequiredService<KeyStore>().RevokeAsync(key!.Id, "tester", host.Clock.Time.GetUtcNow(), TestContext.Current.CancellationToken);
        }

        Assert.Equal(isRevoked ? 0 : 3, await HeartbeatsAsync(host, watcher));
    }

    [Theory]
    [InlineData("nothing", false)]
    [InlineData("sign-out", true)]
    [InlineData("eight hours", true)]
    public async Task A_watch_of_a_browser_ends_with_its_sign_in_and_no_sooner(string end, bool ends)
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.NoteAsync("planned");
        await using var host = new WatchedHost(_web.Control, ("Access:Mode", "keys"));
        var (_, _, text) = await host.Services.GetRequiredService<KeyCreation>().CreateFirstAsync("ann", 1, TestContext.Current.CancellationToken);
        using var browser = await Browser.SignInAsync(new(host.Web), text);
        using var cookies = browser.CopyOfCookies();
        if (end == "eight hours")
        {
            host.Clock.Time.Advance(TimeSpan.FromHours(8) - TimeSpan.FromSeconds(15));
        }

        await using var watcher = await Watcher.OpenAsync(cookies, run.Id);
        await host.Clock.RestAsync();
        if (end == "sign-out")
        {
            await browser.PostAsync("/submit?experiment=queue.add", "/signin?handler=Out");
        }

        Assert.Equal(ends, await HeartbeatsAsync(host, watcher) < MostHeartbeats);
    }

    /// <summary>Signs of life until the watch ends, or until it has shown that it goes on.</summary>
    private static async Task<int> HeartbeatsAsync(WatchedHost host, Watcher watcher)
    {
        var heartbeats = 0;
        for (; heartbeats < MostHeartbeats && await HearsAsync(); heartbeats++)
        {
        }

        return heartbeats;

        async Task<bool> HearsAsync()
        {
            var next = watcher.NextAsync("heartbeat");
            while (!next.IsCompleted)
            {
                host.Clock.Time.Advance(RunFeed.Interval);
                await Task.WhenAny(next, Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, TestContext.Current.CancellationToken));
            }

            return await next is not null;
        }
    }

    [Theory]
    [InlineData("?after=-1", null)]
    [InlineData("?after=many", null)]
    [InlineData("?limit=0", null)]
    [InlineData("?limit=1001", null)]
    [InlineData("", "second")]
    public async Task A_wrong_place_to_resume_from_is_refused(string query, string? lastEventId)
    {
        var run = await EndedRunAsync();
        using var request = new HttpRequestMessage(HttpMethod.Get, $"/api/v1/runs/{run.Id}/events{query}");
        request.Headers.Add("Accept", "text/event-stream");
        if (lastEventId is not null)
        {
            request.Headers.Add("Last-Event-ID", lastEventId);
        }

        await RunSubmissionApiTests.ProblemAsync(await _web.Client.SendAsync(request, TestContext.Current.CancellationToken), HttpStatusCode.BadRequest, "/problems/invalid-request");
    }

    [Theory]
    [InlineData("aaaaaaaaaaaaaaaaaaaa")]
    [InlineData("none")]
    public async Task A_run_that_does_not_exist_is_not_watched(string id)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"/api/v1/runs/{id}/events");
        request.Headers.Add("Accept", "text/event-stream");

        await RunSubmissionApiTests.ProblemAsync(await _web.Client.SendAsync(request, TestContext.Current.CancellationToken), HttpStatusCode.NotFound, "/problems/not-found");
    }

    [Fact]
    public async Task Pollers_get_pages_of_a_list()
    {
        var run = await EndedRunAsync();

        var page = await _web.GetAsync($"/api/v1/runs/{run.Id}/events?after=1&limit=1");

        Assert.Equal([2], (await WebUnderTest.JsonOf(page)).EnumerateArray().Select(entry => entry.GetProperty("sequence").GetInt32()));
        Assert.Equal($"</api/v1/runs/{run.Id}/events?after=2&limit=1>; rel=\"next\"", Assert.Single(page.Headers.GetValues("Link")));
        Assert.False((await _web.GetAsync($"/api/v1/runs/{run.Id}/events?after=1")).Headers.Contains("Link"));
    }

    private static int? Last(List<string> seen) => seen.Count == 0 ? null : int.Parse(seen[^1], System.Globalization.CultureInfo.InvariantCulture);

    private static async Task<List<string>> EventsAsync(Watcher watcher, int count)
    {
        var ids = new List<string>();
        while (ids.Count < count && await watcher.NextAsync("event") is { } item)
        {
            ids.Add(item.EventId!);
        }

        return ids;
    }

    private static async Task EventuallyAsync(Func<bool> holds)
    {
        while (!holds())
        {
            await Task.Delay(TimeSpan.FromMilliseconds(5), TimeProvider.System, TestContext.Current.CancellationToken);
        }
    }

    private async Task<SeededRun> EndedRunAsync()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Completed, 4);
        await run.NoteAsync("planned", "point 1 published", RunEvent.Ending(RunStatus.Completed, ""));
        return run;
    }
}
