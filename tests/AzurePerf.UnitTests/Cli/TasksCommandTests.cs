using System.Net;
using System.Text.Json;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class TasksCommandTests
{
    private const string Run = SampleRuns.RunId;
    private static readonly TaskResponse Failed = Sample(17) with
    {
        State = TaskState.Failed,
        Attempts = 3,
        Outcome = "timedOut",
        OutcomeLabel = "VM execution timeout",
        Error = "killed after 41 s: 4 x 10.2 s mean of 37",
        DurationSeconds = 41,
    };

    private static readonly TaskListResponse List = new(
        Run, RunStatus.CompletedWithErrors, new("reprojection", StageStatus.Closed, true, false, 1_000, 0, 0, 997, 3, 0, 0), ["source listing", "reprojection"], [Sample(1), Failed])
    {
        LookedAt = 1,
        ReadAt = SampleRuns.Submitted,
    };

    private static readonly TaskDetailResponse Detail = new(
        Run, RunStatus.CompletedWithErrors, "reprojection", 1_000, Failed,
        [
            new(1) { WorkerId = "worker-a", StartedAt = SampleRuns.Submitted, DurationSeconds = 41, Outcome = "timedOut", OutcomeLabel = "VM execution timeout", Error = "killed after 41 s", Charged = true },
            new(2),
            new(3) { WorkerId = "worker-b", StartedAt = SampleRuns.Submitted.AddMinutes(2), DurationSeconds = 12.5, Running = true, Phase = "reading", Progress = 0.4 },
        ]);

    [Theory]
    [InlineData("table", "cli-tasks.txt")]
    [InlineData("csv", "cli-tasks-csv.txt")]
    public async Task Tasks_are_printed_as_agreed(string format, string golden)
    {
        var tool = new ToolRun(new(_ => StubApi.Json(List)));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("tasks", Run, "--output", format));

        GoldenFile.Check(golden, tool.Output);
        Assert.Empty(tool.Error);
    }

    [Theory]
    [InlineData("table", "cli-task.txt")]
    [InlineData("csv", "cli-task-csv.txt")]
    public async Task One_task_is_printed_with_its_attempts_as_agreed(string format, string golden)
    {
        var tool = new ToolRun(new(request => request.Path.Contains("/tasks/", StringComparison.Ordinal) ? StubApi.Json(Detail) : StubApi.Json(List)));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("tasks", Run, "--task", "17", "--output", format));

        GoldenFile.Check(golden, tool.Output);
    }

    [Fact]
    public async Task Json_is_the_document_of_the_API_as_it_is()
    {
        var tool = new ToolRun(new(_ => StubApi.Json(List)));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("tasks", Run, "-o", "json"));

        Assert.Equal(JsonSerializer.Serialize(List, ApiJson.Options), tool.Output.TrimEnd());
    }

    [Fact]
    public async Task Filters_are_sent_as_they_are_and_pages_are_joined_up_to_the_limit()
    {
        var api = new StubApi(request => StubApi.Json(List with { Next = request.Path.Contains("cursor", StringComparison.Ordinal) ? null : $"/api/v1/runs/{Run}/tasks?cursor=0-9&limit=200" }));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(
            "tasks", Run, "--stage", "source download", "--state", "failed,missed", "--outcome", "timedOut", "--worker", "w", "--limit", "300", "--output", "csv"));

        Assert.Equal(
            [$"/api/v1/runs/{Run}/tasks?limit=200&stage=source%20download&state=failed%2Cmissed&outcome=timedOut&worker=w", $"/api/v1/runs/{Run}/tasks?limit=200&cursor=0-9"],
            api.Requests.Select(request => request.Path));
        Assert.Equal(5, tool.Output.TrimEnd().Split('\n').Length);
    }

    [Fact]
    public async Task The_last_page_has_as_many_tasks_as_are_left_so_that_none_is_passed_over()
    {
        var api = new StubApi(request => StubApi.Json(request.Path.Contains("limit=50", StringComparison.Ordinal)
            ? List with { Tasks = [.. Enumerable.Repeat(Failed, 50)], Next = $"/api/v1/runs/{Run}/tasks?limit=50&cursor=0-250" }
            : List with { Tasks = [.. Enumerable.Repeat(Failed, 200)], Next = $"/api/v1/runs/{Run}/tasks?limit=200&cursor=0-200" }));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("tasks", Run, "--limit", "250", "--output", "json"));

        Assert.Equal($"/api/v1/runs/{Run}/tasks?limit=50&cursor=0-200", api.Requests[^1].Path);
        var list = JsonDocument.Parse(tool.Output).RootElement;
        Assert.Equal((250, $"/api/v1/runs/{Run}/tasks?limit=50&cursor=0-250"), (list.GetProperty("tasks").GetArrayLength(), list.GetProperty("next").GetString()));
    }

    [Fact]
    public async Task A_stage_with_more_tasks_than_were_asked_for_is_said_to_have_more()
    {
        var tool = new ToolRun(new(_ => StubApi.Json(List with { Next = $"/api/v1/runs/{Run}/tasks?cursor=0-9" })));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("tasks", Run, "--limit", "2"));

        Assert.Contains("the stage has more tasks", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, "the rows of this run's tasks are gone: they are removed some time after its end")]
    [InlineData(false, "no task fits")]
    public async Task An_empty_list_says_why(bool removed, string text)
    {
        var tool = new ToolRun(new(_ => StubApi.Json(List with { Tasks = [], Removed = removed })));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("tasks", Run));

        Assert.Contains(text, tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_task_is_named_by_stage_and_number_and_nothing_else()
    {
        var api = new StubApi(_ => StubApi.Json(Detail));

        Assert.Equal(ExitCode.Ok, await new ToolRun(api).RunAsync("tasks", Run, "--stage", "source download", "--task", "17"));
        var filtered = new ToolRun(ToolRun.Unused);
        Assert.Equal(ExitCode.Usage, await filtered.RunAsync("tasks", Run, "--task", "17", "--state", "failed"));

        Assert.Equal([$"/api/v1/runs/{Run}/tasks/source-download/17"], api.Requests.Select(request => request.Path));
        Assert.Contains("--state has nothing to choose from", filtered.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_the_API_refuses_is_said()
    {
        var tool = new ToolRun(new(_ => StubApi.Problem(
            HttpStatusCode.BadRequest, """{"type":"/problems/invalid-request","title":"The request is not valid","status":400,"errors":{"stage":["must be one of prepare, measure, clean"]}}""")));

        Assert.NotEqual(ExitCode.Ok, await tool.RunAsync("tasks", Run, "--stage", "bag"));

        Assert.Contains("must be one of prepare, measure, clean", tool.Error, StringComparison.Ordinal);
    }

    private static TaskResponse Sample(int number) => new()
    {
        Number = number,
        Subject = $"tile h18v04, 2024-01-{number:D2}, of 1 granule",
        TaskClass = "reprojection",
        State = TaskState.Done,
        Attempts = 1,
        Outcome = "success",
        OutcomeLabel = "success",
        DurationSeconds = 2.5,
        WorkerId = "abcdefghij2345672345",
        Sku = "D4",
        ReadyAt = SampleRuns.Submitted,
        StartedAt = SampleRuns.Submitted.AddSeconds(1),
        EndedAt = SampleRuns.Submitted.AddSeconds(3.5),
    };
}
