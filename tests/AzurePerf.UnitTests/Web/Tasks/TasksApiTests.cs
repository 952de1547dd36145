using System.Net;
using System.Text.Json;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Runs;
using AzurePerf.Testing.Storage;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Tasks;

public sealed class TasksApiTests : IAsyncDisposable
{
    private const string Bag = """{"experiment": "selftest.bag", "parameters": {"tasks": 1000}}""";
    private const string Images = """{"experiment": "modis.pipeline", "parameters": {"area": "h18v04 h19v04", "days": 2}}""";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Each_task_says_what_it_makes_how_it_stands_and_how_its_last_attempt_ended()
    {
        var run = await ReprojectionAsync();

        var list = await ListAsync(run, "stage=reprojection");

        Assert.Equal(
            [
                "1 tile h18v04, 2024-01-25, of 2 granules done 1 success",
                "2 tile h19v04, 2024-01-25, of 2 granules failed 3 timedOut killed after 41 s",
                "3 tile h18v04, 2024-01-26, of 2 granules running 3 preempted the worker was told to end",
                "4 tile h19v04, 2024-01-26, of 2 granules waiting 0 -",
            ],
            list.GetProperty("tasks").EnumerateArray().Select(Line));
        var done = list.GetProperty("tasks")[0];
        Assert.Equal((2.5, "worker-a", "D4"), (done.GetProperty("durationSeconds").GetDouble(), done.GetProperty("workerId").GetString(), done.GetProperty("sku").GetString()));
        Assert.Equal("VM execution timeout", list.GetProperty("tasks")[1].GetProperty("outcomeLabel").GetString());
        Assert.Equal(["source listing", "reprojection", "manifest"], list.GetProperty("stages").EnumerateArray().Select(stage => stage.GetString()));
        Assert.Equal((1.0, JsonValueKind.Null), (list.GetProperty("lookedAt").GetDouble(), list.GetProperty("next").ValueKind));
    }

    [Fact]
    public async Task Without_a_stage_the_open_one_is_listed_and_of_an_ended_run_the_last_with_tasks_but_for_cleaning_up()
    {
        var open = await ReprojectionAsync();
        var ended = await SeededTasks.AddAsync(_web.Control.AsControlPlane(), WebUnderTest.Now, """{"experiment": "queue.add", "preset": "quick"}""", RunStatus.Completed);
        await ended.AddStageAsync(Closed(StageKind.Measure, 1), Point);
        await ended.AddStageAsync(Closed(StageKind.Clean, 1), ready => SeededTasks.Done(ready));

        Assert.Equal("reprojection", (await ListAsync(open)).GetProperty("stage").GetProperty("name").GetString());
        var measured = await ListAsync(ended);
        Assert.Equal("measure", measured.GetProperty("stage").GetProperty("name").GetString());
        Assert.Equal("1 point 1, 4 clients, messageBytes 512 B, repetition 2 done 1 success", Line(measured.GetProperty("tasks")[0]));
    }

    [Fact]
    public async Task Without_a_stage_an_ended_run_shows_the_one_whose_tasks_failed()
    {
        var ended = await SeededTasks.AddAsync(_web.Control.AsControlPlane(), WebUnderTest.Now, """{"experiment": "queue.add", "preset": "quick"}""", RunStatus.CompletedWithErrors);
        await ended.AddStageAsync(Closed(StageKind.Prepare, 1) with { Failed = 1 }, Point);
        await ended.AddStageAsync(Closed(StageKind.Measure, 1), Point);

        Assert.Equal("prepare", (await ListAsync(ended)).GetProperty("stage").GetProperty("name").GetString());
    }

    [Theory]
    [InlineData("state=failed", "2")]
    [InlineData("state=running,waiting", "3 4")]
    [InlineData("outcome=success", "1")]
    [InlineData("outcome=TIMEDOUT", "2 3")]
    [InlineData("outcome=timedOut&state=running", "3")]
    [InlineData("outcome=success,timedOut", "1 2 3")]
    [InlineData("worker=worker-b", "2")]
    [InlineData("worker=nobody", "")]
    [InlineData("state=&outcome=&worker=&cursor=", "1 2 3 4")]
    public async Task Tasks_are_filtered_by_state_by_the_outcome_of_any_attempt_and_by_worker(string filter, string found)
    {
        var run = await ReprojectionAsync();

        Assert.Equal(found, Numbers(await ListAsync(run, "stage=reprojection&" + filter)));
    }

    [Fact]
    public async Task Pages_follow_each_other_and_tasks_without_a_row_come_last()
    {
        var run = await SeededTasks.AddAsync(_web.Control.AsControlPlane(), WebUnderTest.Now, Bag);
        await run.AddStageAsync(new() { RunId = run.Id, Id = StageId.Bag(0), Open = true, OpenedAt = run.Then, Total = 250, Created = 200 }, ready => SeededTasks.Done(ready));
        var (numbers, address) = (new List<int>(), $"/api/v1/runs/{run.Id}/tasks?limit=60");
        for (var pages = 0; address is not null; pages++)
        {
            Assert.InRange(pages, 0, 5);
            var list = await WebUnderTest.JsonOf(await _web.GetAsync(address));
            numbers.AddRange(list.GetProperty("tasks").EnumerateArray().Select(task => task.GetProperty("number").GetInt32()));
            address = list.GetProperty("next").GetString();
        }

        Assert.Equal(Enumerable.Range(1, 250), numbers);
    }

    [Fact]
    public async Task The_next_page_is_of_the_same_stage_although_another_one_would_be_chosen_by_now()
    {
        var run = await SeededTasks.AddAsync(_web.Control.AsControlPlane(), WebUnderTest.Now, Bag);
        await run.AddStageAsync(Closed(StageId.Bag(0), 90) with { Name = "first bag" }, ready => SeededTasks.Done(ready));
        var first = await ListAsync(run, "limit=60");
        await run.AddStageAsync(Open(1, "second bag", 90), ready => ready);

        var second = await WebUnderTest.JsonOf(await _web.GetAsync(first.GetProperty("next").GetString()!));

        Assert.Equal("second bag", (await ListAsync(run, "limit=60")).GetProperty("stage").GetProperty("name").GetString());
        Assert.Equal("first bag", second.GetProperty("stage").GetProperty("name").GetString());
        Assert.Equal(30, second.GetProperty("tasks").GetArrayLength());
    }

    [Theory]
    [InlineData("", 1)]
    [InlineData("state=failed", 0)]
    [InlineData("state=failed&limit=200", 0)]
    [InlineData("outcome=timedOut", 0)]
    [InlineData("outcome=success&limit=200", 50)]
    [InlineData("worker=worker-z", 0)]
    [InlineData("limit=200", 200)]
    public async Task A_page_costs_at_most_ten_requests_whatever_is_asked_of_a_stage_in_64_partitions(string filter, int least)
    {
        var control = new InMemoryControlPlane(WebUnderTest.Clock);
        var (rows, blobs) = (new RequestCountingRows(control.Rows), new CountingBlobs(control.Results));
        await using var web = new WebUnderTest(services => services.AddSingleton(new ControlPlane
        {
            Rows = rows,
            Results = blobs,
            Products = control.Products,
            Programs = control.Programs,
            RunRequests = control.RunRequests,
            RunRequestPoison = control.RunRequestPoison,
            MeasureTasks = control.MeasureTasks,
            MeasurePoison = control.MeasurePoison,
            BagTasks = control.BagTasks,
            BagPoison = control.BagPoison,
            PeerTasks = control.PeerTasks,
            PeerPoison = control.PeerPoison,
        }), control);
        var run = await SeededTasks.AddAsync(control.AsControlPlane(), WebUnderTest.Now, Images);
        await run.AddStageAsync(
            Open(3, ImageStages.Reprojection, 6_400),
            ready => ready.Key.Number == 6_399 ? SeededTasks.Dead(ready, FailureCause.TimedOut, "killed") : SeededTasks.Done(ready, ready.Key.Number % 2 == 0 ? "worker-a" : "worker-b"),
            number => ImageOrder.Write(new ReprojectionOrder(new(2024, 1, 25), "h18v04", $"k{number}", ["a", "b"])));
        await WebUnderTest.JsonOf(await web.GetAsync($"/api/v1/runs/{run.Id}/tasks?limit=1"));
        var (requests, read, blobsRead) = (rows.Requests, rows.RowsRead, blobs.Asked);

        var list = await WebUnderTest.JsonOf(await web.GetAsync($"/api/v1/runs/{run.Id}/tasks?{filter}"));

        Assert.InRange(list.GetProperty("tasks").GetArrayLength(), least, 200);
        Assert.InRange(rows.Requests - requests + blobs.Asked - blobsRead, 2, RunTasks.MostRequests);
        Assert.InRange(rows.RowsRead - read, 1, 5_100);
    }

    [Fact]
    public async Task The_one_failure_of_a_large_stage_is_found_in_a_few_pages_that_say_how_far_they_looked()
    {
        var run = await SeededTasks.AddAsync(_web.Control.AsControlPlane(), WebUnderTest.Now, Bag);
        await run.AddStageAsync(
            Open(0, "bag 1", 6_400), ready => ready.Key.Number == 4_242 ? SeededTasks.Dead(ready, FailureCause.UserCodeError, "it broke") : SeededTasks.Done(ready));
        var (address, shares, found) = ($"/api/v1/runs/{run.Id}/tasks?state=failed", new List<double>(), "");
        while (address is not null)
        {
            var list = await WebUnderTest.JsonOf(await _web.GetAsync(address));
            shares.Add(list.GetProperty("lookedAt").GetDouble());
            found += Numbers(list);
            address = list.GetProperty("next").GetString();
        }

        Assert.Equal("4243", found);
        Assert.InRange(shares.Count, 2, 14);
        Assert.Equal(shares.Order(), shares);
        Assert.Equal(1, shares[^1]);
    }

    [Fact]
    public async Task Rows_that_were_removed_are_said_to_be()
    {
        var run = await SeededTasks.AddAsync(_web.Control.AsControlPlane(), WebUnderTest.Now, Bag, RunStatus.Completed);
        await run.AddStageAsync(Closed(StageId.Bag(0), 2_000), _ => null);

        var list = await ListAsync(run);

        Assert.True(list.GetProperty("removed").GetBoolean());
        Assert.Equal((0, JsonValueKind.Null), (list.GetProperty("tasks").GetArrayLength(), list.GetProperty("next").ValueKind));
        Assert.False((await ListAsync(await ReprojectionAsync(RunStatus.Completed), "state=missed")).GetProperty("removed").GetBoolean());
        var problem = await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync($"/api/v1/runs/{run.Id}/tasks/bag-1/7"), HttpStatusCode.NotFound, "/problems/not-found");
        Assert.Equal("the rows of this run's tasks are gone: they are removed some time after its end", problem.GetProperty("detail").GetString());
    }

    [Fact]
    public async Task A_run_that_is_not_planned_has_no_tasks_and_no_stage()
    {
        var run = await SeededTasks.AddAsync(_web.Control.AsControlPlane(), WebUnderTest.Now, Bag, RunStatus.Accepted);

        var list = await ListAsync(run);

        Assert.Equal((JsonValueKind.Null, 0, 0), (list.GetProperty("stage").ValueKind, list.GetProperty("stages").GetArrayLength(), list.GetProperty("tasks").GetArrayLength()));
    }

    [Fact]
    public async Task One_task_tells_its_order_its_result_and_each_attempt_with_what_it_said_and_whether_it_is_charged()
    {
        var run = await ReprojectionAsync();

        var task = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/tasks/reprojection/3"));
        var done = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/tasks/reprojection/1"));
        var waiting = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/tasks/reprojection/4"));

        var attempts = task.GetProperty("attempts").EnumerateArray().ToArray();
        Assert.Equal(["timedOut", "preempted", null], attempts.Select(attempt => attempt.GetProperty("outcome").GetString()));
        Assert.Equal([true, false, false], attempts.Select(attempt => attempt.GetProperty("charged").GetBoolean()));
        Assert.Equal(("killed after 41 s: 4 x 10.2 s mean of 37", 41.0), (attempts[0].GetProperty("error").GetString(), attempts[0].GetProperty("durationSeconds").GetDouble()));
        Assert.Equal((true, 0.4, "reading"), (attempts[2].GetProperty("running").GetBoolean(), attempts[2].GetProperty("progress").GetDouble(), attempts[2].GetProperty("phase").GetString()));
        Assert.Equal("h18v04", task.GetProperty("order").GetProperty("tile").GetString());
        Assert.Equal(JsonValueKind.Null, task.GetProperty("result").ValueKind);
        Assert.Equal(42, done.GetProperty("result").GetProperty("answer").GetInt32());
        Assert.Equal(["success"], done.GetProperty("attempts").EnumerateArray().Select(attempt => attempt.GetProperty("outcome").GetString()));
        Assert.Equal(0, waiting.GetProperty("attempts").GetArrayLength());
    }

    [Fact]
    public async Task Names_of_stages_may_have_hyphens_and_listings_say_their_day_without_an_order()
    {
        var run = await ReprojectionAsync();

        var list = await ListAsync(run, "stage=source-listing");
        var task = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/tasks/source%20listing/1"));

        Assert.Equal("1 2024-01-25, tiles h18v04 to h19v04 (2) done 1 success", Line(list.GetProperty("tasks")[0]));
        Assert.Equal("source listing", task.GetProperty("stage").GetString());
    }

    [Fact]
    public async Task Who_has_the_list_already_is_told_so()
    {
        var run = await ReprojectionAsync();
        var first = await _web.GetAsync($"/api/v1/runs/{run.Id}/tasks");
        using var again = new HttpRequestMessage(HttpMethod.Get, $"/api/v1/runs/{run.Id}/tasks");
        again.Headers.IfNoneMatch.Add(first.Headers.ETag!);

        Assert.Equal(HttpStatusCode.NotModified, (await _web.Client.SendAsync(again, TestContext.Current.CancellationToken)).StatusCode);
    }

    [Theory]
    [InlineData("stage=measure", "stage", "must be one of source listing, reprojection, manifest")]
    [InlineData("state=dead", "state", "must be one of waiting, running, done, failed, missed, cancelled, or several separated by commas")]
    [InlineData("state=1", "state", "must be one of waiting, running, done, failed, missed, cancelled, or several separated by commas")]
    [InlineData("outcome=boom", "outcome", "must be one of success, unknownFailure, ")]
    [InlineData("limit=0", "limit", "must be a whole number from 1 to 200")]
    [InlineData("limit=201", "limit", "must be a whole number from 1 to 200")]
    [InlineData("cursor=x", "cursor", "must be taken from the next member of a page")]
    [InlineData("worker=a%00b", "worker", "must be the id of a worker")]
    public async Task What_makes_no_sense_is_refused_with_one_sentence(string query, string field, string message)
    {
        var run = await ReprojectionAsync();

        var problem = await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync($"/api/v1/runs/{run.Id}/tasks?{query}"), HttpStatusCode.BadRequest, "/problems/invalid-request");

        Assert.StartsWith(message, Assert.Single(problem.GetProperty("errors").GetProperty(field).EnumerateArray()).GetString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("aggregation/1", "this run has no stage aggregation; it has source listing, reprojection, manifest")]
    [InlineData("reprojection/0", "the stage reprojection has tasks 1 to 4, no 0")]
    [InlineData("reprojection/5", "the stage reprojection has tasks 1 to 4, no 5")]
    [InlineData("reprojection/one", "there is no run with this id, or the number of the task is none")]
    public async Task A_task_that_does_not_exist_is_not_found(string task, string detail)
    {
        var run = await ReprojectionAsync();

        var problem = await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync($"/api/v1/runs/{run.Id}/tasks/{task}"), HttpStatusCode.NotFound, "/problems/not-found");

        Assert.Equal(detail, problem.GetProperty("detail").GetString());
    }

    [Theory]
    [InlineData("abcdefghij234567klmn/tasks")]
    [InlineData("not-an-id/tasks")]
    [InlineData("abcdefghij234567klmn/tasks/measure/1")]
    public async Task A_run_that_does_not_exist_has_no_tasks(string address) =>
        await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync("/api/v1/runs/" + address), HttpStatusCode.NotFound, "/problems/not-found");

    /// <summary>A run of images whose reprojection has a task in each state.</summary>
    internal static async Task<SeededTasks> ReprojectionAsync(ControlPlane control, DateTimeOffset now, RunStatus status = RunStatus.Running)
    {
        var run = await SeededTasks.AddAsync(control, now, Images, status);
        await run.AddStageAsync(Closed(StageId.Bag(0), 2) with { Name = ImageStages.Listing }, ready => SeededTasks.Done(ready));
        var rows = new List<BenchmarkTask>();
        var ended = status.IsTerminal();
        await run.AddStageAsync(
            Open(2, ImageStages.Reprojection, 4) with { Open = !ended, Closed = ended, Finished = ended ? 4 : 0, Failed = ended ? 1 : 0, Dispatched = 4 },
            ready =>
            {
                rows.Add(ready.Key.Number switch
                {
                    0 => SeededTasks.Done(ready),
                    1 => SeededTasks.Dead(ready, FailureCause.TimedOut, "killed after 41 s"),
                    2 => SeededTasks.Running(ready) with
                    {
                        Attempt = 3,
                        FailureCause = FailureCause.Preempted,
                        Error = "the worker was told to end",
                        Ends = ready.Ends.Add(1, FailureCause.TimedOut).Add(2, FailureCause.Preempted),
                    },
                    _ => ready,
                });
                return rows[^1];
            },
            number => ImageOrder.Write(new ReprojectionOrder(new(2024, 1, 25 + (number / 2)), number % 2 == 0 ? "h18v04" : "h19v04", $"key-{number}", ["a", "b"])));
        await run.AddStageAsync(new() { RunId = "", Id = StageId.Bag(5), Name = ImageStages.Manifest, Total = 1 }, ready => ready);
        await run.RecordAsync(rows[2], 1, FailureCause.TimedOut, "killed after 41 s: 4 x 10.2 s mean of 37");
        await run.RecordAsync(rows[2], 2, FailureCause.Preempted, "the worker was told to end");
        await run.WorkAsync(rows[2], 0.4, 1, now);
        return run;
    }

    private Task<SeededTasks> ReprojectionAsync(RunStatus status = RunStatus.Running) => ReprojectionAsync(_web.Control.AsControlPlane(), WebUnderTest.Now, status);

    private static StageState Open(int bag, string name, int total) =>
        new() { RunId = "", Id = StageId.Bag(bag), Name = name, Open = true, OpenedAt = WebUnderTest.Now.AddMinutes(-9), Total = total, Created = total, Dispatched = total };

    private static StageState Closed(StageId id, int total) => new() { RunId = "", Id = id, Closed = true, Total = total, Created = total, Dispatched = total, Finished = total };

    private static BenchmarkTask Point(BenchmarkTask ready) => SeededTasks.Done(ready, result: "{}") with
    {
        Order = new() { Point = 1, Repetition = 2, Levels = new() { ["clients"] = 4, ["messageBytes"] = 512 } },
    };

    private async Task<JsonElement> ListAsync(SeededTasks run, string query = "") => await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/tasks?{query}"));

    private static string Numbers(JsonElement list) => string.Join(' ', list.GetProperty("tasks").EnumerateArray().Select(task => task.GetProperty("number").GetInt32()));

    private static string Line(JsonElement task) => string.Join(' ', new[]
    {
        task.GetProperty("number").GetRawText(), task.GetProperty("subject").GetString(), task.GetProperty("state").GetString(), task.GetProperty("attempts").GetRawText(),
        task.GetProperty("outcome").GetString() ?? "-", task.GetProperty("error").GetString(),
    }.Where(part => part!.Length > 0));
}
