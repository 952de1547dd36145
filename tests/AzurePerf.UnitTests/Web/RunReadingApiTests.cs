using System.Net;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Storage.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class RunReadingApiTests : IAsyncDisposable
{
    private const string Download = """{"experiment": "blob.download", "preset": "quick", "name": "a"}""";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Runs_are_listed_newest_first_with_their_present_status()
    {
        var old = await SeededRun.SubmitAsync(_web, Download, minutesAgo: 60);
        await old.MoveAsync(RunStatus.Completed, 4);
        var recent = await SeededRun.SubmitAsync(_web, Download, minutesAgo: 5);
        await recent.MoveAsync(RunStatus.Running, 1);

        var list = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs"));

        Assert.Equal(
            [(recent.Id, "running"), (old.Id, "completed")],
            list.GetProperty("runs").EnumerateArray().Select(run => (run.GetProperty("id").GetString()!, run.GetProperty("state").GetString()!)));
    }

    [Fact]
    public async Task The_summary_of_a_run_says_what_the_top_of_its_page_says()
    {
        var run = await SeededRun.SubmitAsync(_web, Download, minutesAgo: 60);
        await run.MoveAsync(RunStatus.Completed, 4);
        await run.SumUpAsync([.. run.Measured(planned => SeededRun.Summary(4, 100 + planned.Number, 4_096, 80))]);

        var summary = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/summary"));
        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        var tiles = summary.GetProperty("tiles").EnumerateArray().ToArray();
        Assert.NotEmpty(tiles);
        Assert.Equal(page.Texts(".tiles dt"), tiles.Select(tile => tile.GetProperty("title").GetString()!));
        Assert.Equal(page.Texts(".tiles .tile-value"), tiles.Select(tile => tile.GetProperty("value").GetString()!));
        Assert.Equal("emulator, not a cloud", summary.GetProperty("cautions")[0].GetProperty("short").GetString());
    }

    [Fact]
    public async Task A_run_that_is_open_has_no_tiles_and_one_that_is_not_there_no_summary()
    {
        var run = await SeededRun.SubmitAsync(_web, Download, minutesAgo: 5);
        await run.MoveAsync(RunStatus.Running, 1);

        Assert.Empty((await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/summary"))).GetProperty("tiles").EnumerateArray());
        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync("/api/v1/runs/abcdefghij234567klmn/summary")).StatusCode);
    }

    [Fact]
    public async Task A_limit_cuts_the_list()
    {
        foreach (var minutesAgo in new[] { 1, 2, 3 })
        {
            await SeededRun.SubmitAsync(_web, Download, minutesAgo);
        }

        Assert.Equal(2, (await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs?limit=2"))).GetProperty("runs").GetArrayLength());
    }

    [Theory]
    [InlineData("0")]
    [InlineData("201")]
    [InlineData("-1")]
    [InlineData("ten")]
    [InlineData("1.5")]
    [InlineData("")]
    [InlineData("99999999999999999999")]
    public async Task A_limit_out_of_range_is_refused(string limit)
    {
        var problem = await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync("/api/v1/runs?limit=" + limit), HttpStatusCode.BadRequest, "/problems/invalid-request");

        Assert.True(problem.GetProperty("errors").TryGetProperty("limit", out _));
    }

    [Fact]
    public async Task A_run_in_progress_shows_its_stages_its_points_so_far_and_what_is_done_now()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 2);
        await run.PublishAsync(run.Measured(_ => SeededRun.Summary(1, 10, 1 << 20, 20)).Take(2));
        await run.NoteAsync("planned", "point 1 published");
        await run.WorkAsync(point: 3, done: 7, planned: 20);

        var document = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs/" + run.Id));
        var points = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/points"));
        var events = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/events"));

        Assert.Equal((4, 2), (document.GetProperty("points").GetInt32(), document.GetProperty("pointsFinished").GetInt32()));
        Assert.Equal(["closed", "open", "waiting"], document.GetProperty("stages").EnumerateArray().Select(stage => stage.GetProperty("state").GetString()));
        Assert.Equal((3, 7), (document.GetProperty("activity").GetProperty("point").GetInt32(), document.GetProperty("activity").GetProperty("operationsDone").GetInt32()));
        Assert.Equal("running", points.GetProperty("state").GetString());
        Assert.Equal([1, 2], points.GetProperty("points").EnumerateArray().Select(point => point.GetProperty("number").GetInt32()));
        Assert.Equal(["planned", "point 1 published"], events.EnumerateArray().Select(entry => entry.GetProperty("message").GetString()));
    }

    [Fact]
    public async Task Points_come_with_what_was_published_of_them()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "parameters": {"clients": 32}, "repetitions": 1}""");
        await run.MoveAsync(RunStatus.Completed, 1);
        await run.PublishAsync(run.Measured(_ => SeededRun.Summary(32, 640, 512, 400)));

        var document = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/points"));

        Assert.Equal(1, document.GetProperty("published").GetArrayLength());
        Assert.Equal(
            """{"source":"hill-2010","reference":"text 6.1","metric":"operationsPerSecondPerClient","configuration":{"queueLength":200,"messageBytes":512,"queues":1,"clients":32},"published":10,"statistic":"lower bound","note":"","ours":20,"ratio":2,"levelsOfClients":0,"passes":0,"bound":null}""",
            document.GetProperty("published")[0].GetRawText());
    }

    [Fact]
    public async Task An_open_run_is_told_to_stop_and_the_TaskManager_is_told_of_it()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 1);

        var response = await CancelAsync(run.Id);

        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
        Assert.Equal("/api/v1/runs/" + run.Id, response.Headers.Location!.OriginalString);
        Assert.Equal("cancelling", (await WebUnderTest.JsonOf(response)).GetProperty("state").GetString());
        Assert.Contains(run.Id, Assert.Single(_web.Control.RunRequests.Texts), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(RunStatus.Completed)]
    [InlineData(RunStatus.CompletedWithErrors)]
    [InlineData(RunStatus.Failed)]
    public async Task A_run_that_has_ended_by_itself_cannot_be_cancelled_and_stays_as_it_is(RunStatus status)
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(status, 4);

        await RunSubmissionApiTests.ProblemAsync(await CancelAsync(run.Id), HttpStatusCode.Conflict, "/problems/run-ended");

        Assert.Equal(status, (await new RunStore(_web.Control.Rows).FindAsync(run.Id, TestContext.Current.CancellationToken))!.Status);
        Assert.Empty(_web.Control.RunRequests.Texts);
    }

    [Fact]
    public async Task Cancelling_what_is_cancelled_is_done_and_starts_nothing()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Cancelled, 2, "stopped by its user");

        var response = await CancelAsync(run.Id);

        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
        Assert.Equal("cancelled", (await WebUnderTest.JsonOf(response)).GetProperty("state").GetString());
        Assert.Equal("stopped by its user", (await new RunStore(_web.Control.Rows).FindAsync(run.Id, TestContext.Current.CancellationToken))!.Reason);
        Assert.Empty(_web.Control.RunRequests.Texts);
    }

    [Theory]
    [InlineData("aaaaaaaaaaaaaaaaaaaa")]
    [InlineData("not-an-id")]
    public async Task A_run_that_does_not_exist_cannot_be_cancelled(string id) =>
        await RunSubmissionApiTests.ProblemAsync(await CancelAsync(id), HttpStatusCode.NotFound, "/problems/not-found");

    [Fact]
    public async Task The_catalogue_lists_every_experiment_with_ranges_units_and_presets()
    {
        var list = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/experiments"));
        var one = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/experiments/blob.upload"));

        var ids = list.GetProperty("experiments").EnumerateArray().Select(experiment => experiment.GetProperty("id").GetString()).ToArray();
        Assert.Equal(30, ids.Length);
        Assert.Equal(ids.Order(StringComparer.Ordinal), ids);
        Assert.Equal(["default", "west"], list.GetProperty("targets").EnumerateArray().Select(target => target.GetString()));
        var clients = Assert.Single(one.GetProperty("parameters").EnumerateArray(), parameter => parameter.GetProperty("name").GetString() == "clients");
        Assert.Equal((1, 192), (clients.GetProperty("minimum").GetInt32(), clients.GetProperty("maximum").GetInt32()));
        Assert.Equal(["paper", "reduced", "quick"], one.GetProperty("presets").EnumerateArray().Select(preset => preset.GetProperty("name").GetString()));
    }

    [Fact]
    public async Task The_version_names_the_build()
    {
        var version = System.Text.Json.JsonSerializer.Deserialize<VersionResponse>(await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/version")), ApiJson.Options)!;

        Assert.Matches(@"^\d+\.\d+\.\d+$", version.Version);
        Assert.NotEmpty(version.BuildId);
    }

    private Task<HttpResponseMessage> CancelAsync(string id) =>
        _web.Client.PostAsync(new Uri($"/api/v1/runs/{id}/cancel", UriKind.Relative), null, TestContext.Current.CancellationToken);
}
