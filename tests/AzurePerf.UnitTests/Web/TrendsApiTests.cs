using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Schedules;
using AzurePerf.Storage.Trends;
using AzurePerf.UnitTests.Schedules;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class TrendsApiTests : IAsyncDisposable
{
    private const string ScheduleId = "scheduleaaaaaaaaaaaa";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Page_document_and_file_have_the_same_values_the_same_gap_and_the_same_change()
    {
        var runs = new List<string>();
        for (var day = 0; day < 12; day++)
        {
            // One that failed leaves a gap, and from the seventh on everything is slower for good.
            runs.Add(await EndAsync(seed: day + 1, hoursAgo: 24 * (12 - day), rate: day < 6 ? 100 + (day % 3) : 50 + (day % 3), status: day == 3 ? RunStatus.Failed : RunStatus.Completed));
        }

        var trend = await TrendAsync("?run=" + runs[0]);
        var lines = (await _web.Client.GetStringAsync("/api/v1/trends.csv?run=" + runs[0], Cancelled)).Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(1).Select(line => line.Split(',')).ToArray();
        var page = await Page.OpenAsync(_web, "/trends?run=" + runs[0]);

        Assert.Equal(runs, trend.Values.Select(value => value.RunId));
        Assert.Equal(runs, lines.Select(cells => cells[0]));
        Assert.Null(trend.Values[3].Value);
        Assert.Equal([4], trend.Values.Select((value, index) => value.AfterGap ? index : -1).Where(index => index >= 0));
        var change = Assert.Single(trend.Changes);
        Assert.Equal(runs[6], change.RunId);
        Assert.Equal(trend.Values.Select(value => value.Value?.ToString(CultureInfo.InvariantCulture) ?? ""), lines.Select(cells => cells[5]));
        Assert.Equal([change.Before.ToString(CultureInfo.InvariantCulture)], lines.Select(cells => cells[10]).Where(cell => cell.Length > 0));
        Assert.Equal(trend.Values.Reverse().Select(value => MetricText.Value(value.Value, trend.Unit!)), page.Texts("#values td.strong"));
        Assert.Contains(change.RunId, page.Document.QuerySelector("section[aria-labelledby=changes-heading]")!.TextContent, StringComparison.Ordinal);
        // What the page leads to is what it shows.
        Assert.All(page.Document.QuerySelectorAll("a[href^='/api/v1/trends']"), link => Assert.Equal(HttpStatusCode.OK, _web.GetAsync(link.GetAttribute("href")!).GetAwaiter().GetResult().StatusCode));
        Assert.Equal(5, page.Document.QuerySelectorAll("a[href^='/api/v1/trends']").Length);
    }

    [Fact]
    public async Task A_schedule_has_the_trend_of_its_own_runs_and_says_so_before_the_first()
    {
        await new ScheduleStore(_web.Control.Rows).TryAddAsync(SampleSchedules.Of("0 2 * * *", WebUnderTest.Now, id: ScheduleId) with { Experiment = "queue.add" }, Cancelled);
        var schedule = (await new ScheduleStore(_web.Control.Rows).FindAsync(ScheduleId, Cancelled))!;

        var before = await TrendAsync("?schedule=" + ScheduleId);
        var own = await EndAsync(1, 2, 10, schedule: schedule);
        await EndAsync(2, 1, 20, schedule: schedule with { Id = "schedulebbbbbbbbbbbb" });
        var afterwards = await TrendAsync("?schedule=" + ScheduleId);

        Assert.Equal((0, 0, null), (before.Runs, before.Values.Count, before.Metric));
        Assert.Equal([own], afterwards.Values.Select(value => value.RunId));
        Assert.Equal((ScheduleId, ""), (afterwards.ScheduleId, afterwards.RunId));
    }

    [Fact]
    public async Task Runs_that_do_not_belong_to_a_trend_take_no_room_in_it()
    {
        await new ScheduleStore(_web.Control.Rows).TryAddAsync(SampleSchedules.Of("0 2 * * *", WebUnderTest.Now, id: ScheduleId) with { Experiment = "queue.add" }, Cancelled);
        var schedule = (await new ScheduleStore(_web.Control.Rows).FindAsync(ScheduleId, Cancelled))!;
        var own = await EndAsync(1, 2, 10, schedule: schedule);
        var trends = new TrendStore(_web.Control.Rows);
        var row = await trends.ListAsync("queue.add", schedule.Target, Cancelled).SingleAsync(Cancelled);
        for (var number = 0; number < 1_000; number++)
        {
            await trends.PutAsync(row with { RunId = IdText.Hash("other", $"{number}"), At = row.At.AddSeconds(number + 1), ScheduleId = "" }, Cancelled);
        }

        Assert.Equal([own], (await TrendAsync("?schedule=" + ScheduleId)).Values.Select(value => value.RunId));
        Assert.Equal(1_000, (await TrendAsync("?run=" + own)).Runs);
    }

    [Fact]
    public async Task A_trend_says_where_it_did_not_look_at_older_runs()
    {
        await new ScheduleStore(_web.Control.Rows).TryAddAsync(SampleSchedules.Of("0 2 * * *", WebUnderTest.Now, id: ScheduleId) with { Experiment = "queue.add" }, Cancelled);
        var schedule = (await new ScheduleStore(_web.Control.Rows).FindAsync(ScheduleId, Cancelled))!;
        await EndAsync(1, 2, 10, schedule: schedule);
        var trends = new TrendStore(_web.Control.Rows);
        var row = await trends.ListAsync("queue.add", schedule.Target, Cancelled).SingleAsync(Cancelled);
        for (var number = 0; number < 9_999; number++)
        {
            await trends.PutAsync(row with { RunId = IdText.Hash("other", $"{number}"), At = row.At.AddSeconds(number + 1), ScheduleId = "" }, Cancelled);
        }

        var whole = await TrendAsync("?schedule=" + ScheduleId);
        await trends.PutAsync(row with { RunId = IdText.Hash("other", "last"), At = row.At.AddDays(1), ScheduleId = "" }, Cancelled);
        var cut = await TrendAsync("?schedule=" + ScheduleId);

        Assert.Equal((1, ""), (whole.Runs, whole.Note));
        Assert.Equal((0, "Older runs may be missing: only the newest 10,000 of the experiment and target were looked at"), (cut.Runs, cut.Note));
        Assert.Contains(cut.Note + ".", (await Page.OpenAsync(_web, "/trends?schedule=" + ScheduleId)).Texts(".empty .note"));
    }

    [Fact]
    public async Task Pages_follow_one_another_without_a_gap_while_runs_end()
    {
        var runs = new List<string>();
        for (var hour = 0; hour < 5; hour++)
        {
            runs.Add(await EndAsync(hour + 1, 10 - hour, 10 + hour));
        }

        var first = await TrendAsync($"?run={runs[0]}&limit=2");
        runs.Add(await EndAsync(9, 1, 99));
        var seen = first.Values.ToList();
        for (var next = first.Next; next is not null;)
        {
            var page = (await _web.Client.GetFromJsonAsync<TrendResponse>(next, ApiJson.Options, Cancelled))!;
            Assert.InRange(page.Values.Count, 1, 2);
            seen.AddRange(page.Values);
            next = page.Next;
        }

        Assert.Equal(2, first.Values.Count);
        Assert.Equal(runs, seen.Select(value => value.RunId));
    }

    [Fact]
    public async Task Another_combination_is_asked_for_by_its_levels_in_any_order()
    {
        var run = await EndAsync(1, 2, 10, clients: "[2, 4]");
        var listed = await TrendAsync("?run=" + run);
        var wanted = listed.Configurations.Single(levels => Trend.KeyOf(levels) != Trend.KeyOf(listed.Levels!));
        var turned = "{" + string.Join(",", wanted.Reverse().Select(level => $"\"{level.Key}\":{level.Value!.ToJsonString()}")) + "}";

        var other = await TrendAsync($"?run={run}&configuration={Uri.EscapeDataString(turned)}");

        Assert.Equal(2, listed.Configurations.Count);
        Assert.Equal(Trend.KeyOf(wanted), Trend.KeyOf(other.Levels!));
        Assert.NotEqual(listed.Values[0].Value, other.Values[0].Value);
    }

    [Fact]
    public async Task Whoever_has_it_already_does_not_get_it_again()
    {
        var run = await EndAsync(1, 2, 10);
        using var first = await _web.GetAsync("/api/v1/trends?run=" + run);
        using var again = new HttpRequestMessage(HttpMethod.Get, "/api/v1/trends?run=" + run);
        again.Headers.IfNoneMatch.Add(first.Headers.ETag!);

        using var second = await _web.Client.SendAsync(again, Cancelled);

        Assert.Equal(HttpStatusCode.NotModified, second.StatusCode);
    }

    [Theory]
    [InlineData("", HttpStatusCode.BadRequest, "schedule")]
    [InlineData("?run=RUN&schedule=scheduleaaaaaaaaaaaa", HttpStatusCode.BadRequest, "run")]
    [InlineData("?run=RUN&same=seed", HttpStatusCode.BadRequest, "same")]
    [InlineData("?run=RUN&configuration={", HttpStatusCode.BadRequest, "configuration")]
    [InlineData("?run=RUN&configuration={\"a\":\"\\ud800\"}", HttpStatusCode.BadRequest, "configuration")]
    [InlineData("?run=RUN&configuration=[]", HttpStatusCode.BadRequest, "configuration")]
    [InlineData("?run=RUN&configuration={\"a\":1,\"a\":2}", HttpStatusCode.BadRequest, "configuration")]
    [InlineData("?run=RUN&configuration={\"clients\":77}", HttpStatusCode.BadRequest, "configuration")]
    [InlineData("?run=RUN&limit=0", HttpStatusCode.BadRequest, "limit")]
    [InlineData("?run=RUN&limit=1001", HttpStatusCode.BadRequest, "limit")]
    [InlineData("?run=RUN&after=aaaaaaaaaaaaaaaaaaaa", HttpStatusCode.BadRequest, "after")]
    [InlineData("?run=aaaaaaaaaaaaaaaaaaaa", HttpStatusCode.NotFound, null)]
    [InlineData("?run=..%2Fx", HttpStatusCode.NotFound, null)]
    [InlineData("?schedule=aaaaaaaaaaaaaaaaaaaa", HttpStatusCode.NotFound, null)]
    public async Task What_is_wrong_is_named(string query, HttpStatusCode expected, string? member)
    {
        var run = await EndAsync(1, 2, 10);

        using var answer = await _web.GetAsync("/api/v1/trends" + query.Replace("RUN", run, StringComparison.Ordinal));

        Assert.Equal(expected, answer.StatusCode);
        Assert.Equal(member, (await WebUnderTest.JsonOf(answer)).TryGetProperty("errors", out var errors) ? errors.EnumerateObject().Single().Name : null);
    }

    private async Task<TrendResponse> TrendAsync(string query) => (await _web.Client.GetFromJsonAsync<TrendResponse>("/api/v1/trends" + query, ApiJson.Options, Cancelled))!;

    private async Task<string> EndAsync(int seed, int hoursAgo, double rate, RunStatus status = RunStatus.Completed, string clients = "2", Schedule? schedule = null)
    {
        var run = await SeededRun.SubmitAsync(_web, $$"""{"experiment": "queue.add", "preset": "quick", "seed": {{seed}}, "parameters": {"clients": {{clients}} } }""", hoursAgo * 60);
        await run.MoveAsync(status, 2);
        var points = run.Measured(planned => SeededRun.Summary(2, rate, 1, 40).With(operations => operations with { OperationsPerSecond = new(rate * planned.Number, null, rate * planned.Number, rate) })).ToArray();
        await run.SumUpAsync(points, ended => ended with { Schedule = schedule is null ? null : new(schedule.Id, WebUnderTest.Now.AddHours(-hoursAgo)) });
        return run.Id;
    }
}
