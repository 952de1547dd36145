using System.Net;
using System.Text.Json;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class RunCommandsTests
{
    private const string Parameters = """{"blobBytes":[1048576],"containers":[1],"clients":[1],"operationsPerClient":20}""";

    private static readonly PointListResponse Points = SampleRuns.Points(
        SampleRuns.Measured(1, 1, """{"blobBytes":1048576,"containers":1,"clients":1}""", SampleRuns.Summary(1, 20, 12.34, 1 << 20, PointFlag.SampleTooSmall)));

    [Fact]
    public async Task Submit_sends_the_request_once_under_a_key_and_prints_id_and_page()
    {
        var api = new StubApi(_ => StubApi.Json(Run(RunStatus.Accepted), HttpStatusCode.Accepted));
        var tool = new ToolRun(api);
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("submit", "blob.download", "--preset", "quick", "--set", "clients=1,4", "--seed", "0"));
        var request = Assert.Single(api.Requests);
        Assert.Equal(("POST", "/api/v1/runs"), (request.Method, request.Path));
        Assert.Equal("""{"experiment":"blob.download","preset":"quick","seed":0,"parameters":{"clients":[1,4]}}""", request.Body);
        Assert.Equal(20, request.IdempotencyKey?.Length);
        Assert.Equal($"{SampleRuns.RunId}\n", tool.Output);
        Assert.Equal(
            "blob.download (quick) on default: 4 points, 240 operations, 252 MB at most; about 45 s at most, set-up and cleaning up not counted; "
            + "cost of the requests: about 0.0104 USD, by prices of 2026-07-01 (requests to the measured account only)\n"
            + $"http://127.0.0.1:5080/runs/{SampleRuns.RunId}\n",
            tool.Error);
        Assert.Equal(request.Body, Assert.Single(api.Estimates).Body);
    }

    [Fact]
    public async Task Submit_reads_a_request_from_standard_input()
    {
        var api = new StubApi(_ => StubApi.Json(Run(RunStatus.Accepted), HttpStatusCode.Accepted));
        var tool = new ToolRun(api) { Input = """{"experiment":"queue.add"}""" };
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("submit", "--file", "-", "--target", "default"));
        Assert.Equal("""{"experiment":"queue.add","target":"default"}""", api.Requests[0].Body);
    }

    [Fact]
    public async Task A_refused_request_ends_with_2_and_a_sentence_for_each_field()
    {
        const string Problem = """
            {"title":"The run request is not valid.","status":400,"traceId":"00-ab-01",
             "errors":{"parameters.clients[1]":["must be a whole number from 1 to 192"],"colour":["is unknown; known are experiment, name"],"":["must be a JSON object"]}}
            """;
        var tool = new ToolRun(new(_ => StubApi.Problem(HttpStatusCode.BadRequest, Problem)));
        Assert.Equal(ExitCode.Usage, await tool.RunAsync("submit", "blob.download", "--quiet"));
        GoldenFile.Check("cli-problem.txt", tool.Error);
        Assert.Empty(tool.Output);
    }

    [Fact]
    public async Task A_limit_that_refuses_a_request_is_said_once()
    {
        const string Problem = """
            {"title":"The run is over a limit of the operator","status":422,"detail":"18 tasks are under way; 33 MB are kept",
             "errors":{"Limits:OpenTasksPerOwner":["18 tasks are under way"],"Limits:KeptBytesPerOwner":["33 MB are kept"]}}
            """;
        var tool = new ToolRun(new(_ => StubApi.Problem(HttpStatusCode.UnprocessableEntity, Problem)));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("submit", "blob.download", "--quiet"));

        Assert.Contains("The run is over a limit of the operator: 18 tasks are under way; 33 MB are kept (422)", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("Limits:", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("run.parameters.blobBytes", "--set blobBytes", "schedule", "add", "blob.download", "--cron", "x")]
    [InlineData("run.experiment", "EXPERIMENT", "schedule", "add", "blob.download", "--cron", "x")]
    [InlineData("jitterSeconds", "--jitter", "schedule", "add", "blob.download", "--cron", "x")]
    [InlineData("cron", "--cron", "schedule", "add", "blob.download", "--cron", "x")]
    [InlineData("tags.region", "--tag region", "submit", "blob.download")]
    [InlineData("repeatEverySeconds", "--repeat-every", "run", "blob.download")]
    [InlineData("onError", "--on-error", "submit", "blob.download")]
    [InlineData("parameters", "--set", "submit", "blob.download")]
    [InlineData("expiresInDays", "--expires-days", "keys", "create", "ci")]
    [InlineData("overlapHours", "--overlap-hours", "keys", "create", "ci")]
    [InlineData("state", "--state", "list")]
    [InlineData("colour", null, "submit", "blob.download")]
    [InlineData("seed", null, "list")]
    public async Task A_member_that_is_refused_is_named_as_the_command_line_names_it(string path, string? option, params string[] command)
    {
        var problem = $$$"""{"title":"The request is not valid","status":400,"errors":{"{{{path}}}":["is wrong"]}}""";
        var tool = new ToolRun(new(_ => StubApi.Problem(HttpStatusCode.BadRequest, problem)));

        Assert.Equal(ExitCode.Usage, await tool.RunAsync(command));

        Assert.EndsWith($"azureperf: {path} is wrong{(option is null ? "" : $" ({option})")}\n", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Help_of_the_list_names_every_state_that_runs_can_be_asked_for_by()
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("list", "--help"));

        Assert.All(
            Enum.GetValues<RunStatus>().Select(status => CamelCase.Of(status)).Append("open").Append("ended"),
            word => Assert.Matches($@"[\s>]{word}(,|;| or\b)", tool.Output));
    }

    [Fact]
    public async Task A_submission_whose_answer_was_lost_is_repeated_under_the_same_key()
    {
        var calls = 0;
        var api = new StubApi(_ => ++calls == 1 ? throw new HttpRequestException("reset") : StubApi.Json(Run(RunStatus.Accepted), HttpStatusCode.Accepted));
        Assert.Equal(ExitCode.Ok, await new ToolRun(api).RunAsync("submit", "blob.download"));
        Assert.Equal(2, api.Requests.Count);
        Assert.Single(api.Requests.Select(request => request.IdempotencyKey).Distinct());
    }

    [Fact]
    public async Task A_submission_of_somebody_who_asked_too_often_waits_as_the_server_says_and_says_so()
    {
        var time = new FakeTimeProvider();
        var waits = new List<double>();
        time.TimerSet = wait =>
        {
            if (wait.TotalSeconds is 1 or 2 or 60)
            {
                waits.Add(wait.TotalSeconds);
                time.Advance(wait);
            }
        };
        var calls = 0;
        var api = new StubApi(_ => ++calls < 3 ? StubApi.Limited(60) : StubApi.Json(Run(RunStatus.Accepted), HttpStatusCode.Accepted));
        var tool = new ToolRun(api) { Time = time };

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("submit", "blob.download"));

        Assert.Equal([60, 60], waits);
        Assert.Single(api.Requests.Select(request => request.IdempotencyKey).Distinct());
        Assert.Contains("the run was not accepted: Too many requests (429); the server is asked again in 60 s, as it says\n", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_stays_broken_ends_a_submission_with_1()
    {
        var api = new StubApi(_ => StubApi.Problem(HttpStatusCode.ServiceUnavailable, """{"title":"The control plane does not answer."}"""));
        var tool = new ToolRun(api);
        Assert.Equal(ExitCode.Failure, await tool.RunAsync("submit", "blob.download", "--quiet"));
        Assert.Equal(
            "whether blob.download was submitted is not known; `azureperf list` shows the run, if there is one\n"
                + "azureperf: the run was not accepted: The control plane does not answer. (503)\n",
            tool.Error);
    }

    [Theory]
    [InlineData(RunStatus.Completed, ExitCode.Ok)]
    [InlineData(RunStatus.Failed, ExitCode.Failure)]
    [InlineData(RunStatus.Cancelled, ExitCode.Failure)]
    public async Task Watching_ends_with_the_run_and_says_how_it_ended(RunStatus end, int code)
    {
        var polls = 0;
        var api = Serving(() => Run(++polls < 3 ? RunStatus.Running : end));
        var tool = new ToolRun(api);
        Assert.Equal(code, await tool.RunAsync("watch", SampleRuns.RunId));
        Assert.StartsWith($"blob.download \"first try\" {end.ToString().ToLowerInvariant()} after 12.4 s, 4 of 4 points", tool.Output, StringComparison.Ordinal);
        Assert.EndsWith($"/runs/{SampleRuns.RunId}\n", tool.Output, StringComparison.Ordinal);
        Assert.Equal(3, polls);
        Assert.StartsWith(
            $"blob.download {SampleRuns.RunId}: measuring 4 points\nblob.download {SampleRuns.RunId}: {end.ToString().ToLowerInvariant()}\n",
            tool.Error,
            StringComparison.Ordinal);
        Assert.DoesNotContain('\e', tool.Error);
    }

    [Theory]
    [InlineData(ExitCode.Failure)]
    [InlineData(ExitCode.Ok, "--allow-failures")]
    public async Task A_combination_without_a_success_fails_the_command_unless_that_is_allowed(int code, params string[] options)
    {
        var failing = SampleRuns.Summary(1, 40, 10, 1_024).With(operations => operations with { Outcomes = new() { [OperationOutcome.Throttled] = 40 } });
        var points = SampleRuns.Points(
            SampleRuns.Measured(1, 1, """{"clients":1}""", SampleRuns.Summary(1, 40, 10, 1_024)), SampleRuns.Measured(2, 1, """{"clients":4}""", failing));
        var tool = new ToolRun(new(request => request.Path.EndsWith("/points", StringComparison.Ordinal) ? StubApi.Json(points)
            : request.Path.EndsWith("/events", StringComparison.Ordinal) ? StubApi.Json(Array.Empty<RunEvent>()) : StubApi.Json(Run(RunStatus.CompletedWithErrors))));

        Assert.Equal(code, await tool.RunAsync(["watch", SampleRuns.RunId, .. options]));

        Assert.Contains("completed with errors", tool.Error, StringComparison.Ordinal);
        Assert.Equal(code != ExitCode.Ok, tool.Error.Contains("""no operation succeeded with {"clients":4}. The exit code says so; --allow-failures allows it""", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_run_with_errors_whose_every_combination_has_a_success_is_good_enough_for_a_script()
    {
        var tool = new ToolRun(Serving(() => Run(RunStatus.CompletedWithErrors)));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("watch", SampleRuns.RunId));
        Assert.Contains("completed with errors", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_away_for_a_moment_does_not_end_a_watch()
    {
        var polls = 0;
        var api = Serving(() => ++polls == 2 ? throw new HttpRequestException(HttpRequestError.ConnectionError) : Run(polls < 4 ? RunStatus.Running : RunStatus.Completed));
        Assert.Equal(ExitCode.Ok, await new ToolRun(api).RunAsync("watch", SampleRuns.RunId));
        Assert.Equal(4, polls);
    }

    [Fact]
    public async Task A_server_away_for_long_ends_a_watch()
    {
        var polls = 0;
        var api = Serving(() => ++polls == 1 ? Run(RunStatus.Running) : throw new HttpRequestException(HttpRequestError.ConnectionError));
        var tool = new ToolRun(api);
        Assert.Equal(ExitCode.Failure, await tool.RunAsync("watch", SampleRuns.RunId));
        Assert.InRange(polls, 50, 80);
        Assert.Contains("nothing answers", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_interrupted_watch_ends_with_130_and_leaves_the_run_alone()
    {
        using var interruption = new CancellationTokenSource();
        var api = Serving(() =>
        {
            interruption.Cancel();
            return Run(RunStatus.Running);
        });
        var tool = new ToolRun(api);
        Assert.Equal(ExitCode.Interrupted, await tool.RunAsync(interruption.Token, "submit", "blob.download", "--wait"));
        Assert.Contains("goes on without being watched", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(api.Requests, request => request.Path.EndsWith("/cancel", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Submit_with_wait_prints_the_results_as_csv_and_nothing_else()
    {
        var tool = new ToolRun(Serving(() => Run(RunStatus.Completed)));
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("submit", "blob.download", "--wait", "--output", "csv"));
        Assert.StartsWith("runId,experiment,", tool.Output, StringComparison.Ordinal);
        Assert.Equal(2, tool.Output.Count(character => character == '\n'));
    }

    [Fact]
    public async Task Verbose_prints_tables_and_notes_before_the_summary()
    {
        var tool = new ToolRun(Serving(() => Run(RunStatus.Completed)));
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("watch", SampleRuns.RunId, "--verbose"));
        Assert.StartsWith("blob.download - ", tool.Output, StringComparison.Ordinal);
        Assert.Contains("this run cannot be compared", tool.Output, StringComparison.Ordinal);
        Assert.Contains("  Best throughput  128 MB/s (4 clients)\n", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Show_prints_state_and_results()
    {
        var tool = new ToolRun(Serving(() => Run(RunStatus.Running)));
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("show", "abcdef"));
        GoldenFile.Check("cli-show.txt", tool.Output);
    }

    [Theory]
    [InlineData(RunStatus.Running, "table", "cli-show-bag.txt")]
    [InlineData(RunStatus.Running, "csv", "cli-show-bag-csv.txt")]
    public async Task Show_prints_how_the_tasks_of_a_bag_stand_and_no_points(RunStatus status, string format, string golden)
    {
        var tool = new ToolRun(new(request => request.Path.EndsWith("/points", StringComparison.Ordinal) ? StubApi.Json(SampleRuns.Points()) : StubApi.Json(SampleRuns.Bag(status))));

        Assert.Equal(ExitCode.Ok, await (format == "csv" ? tool.RunAsync("show", SampleRuns.RunId, "--state", "--output", format) : tool.RunAsync("show", SampleRuns.RunId)));

        GoldenFile.Check(golden, tool.Output);
        Assert.True(format == "csv" || tool.Output.Split('\n').All(line => line.Length <= 100));
        Assert.DoesNotContain("point", tool.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("repetitions,", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Json_is_the_document_as_the_api_sent_it()
    {
        const string Sent = """{ "runId":"abcdefghij2345672345", "state":"running", "points":[], "ratios":[], "laterMember":1 }""";
        var api = new StubApi(request => request.Path.EndsWith("/points", StringComparison.Ordinal) ? StubApi.Text(Sent) : StubApi.Json(Run(RunStatus.Running)));
        var tool = new ToolRun(api);
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("show", SampleRuns.RunId, "--output", "json"));
        Assert.Equal(Sent + "\n", tool.Output);
    }

    [Fact]
    public async Task State_as_json_is_the_runs_own_document()
    {
        var tool = new ToolRun(Serving(() => Run(RunStatus.Running)));
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("show", SampleRuns.RunId, "--state", "--output", "json"));
        Assert.Equal(SampleRuns.RunId, JsonDocument.Parse(tool.Output).RootElement.GetProperty("id").GetString());
    }

    [Theory]
    [InlineData("table", "cli-list.txt")]
    [InlineData("csv", "cli-list-csv.txt")]
    public async Task Lists_runs(string format, string golden)
    {
        var tool = new ToolRun(new(_ => StubApi.Json(List())));
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("list", "--output", format));
        GoldenFile.Check(golden, tool.Output);
    }

    [Fact]
    public async Task A_list_as_csv_has_the_headline_that_the_table_has()
    {
        var item = Item(SampleRuns.RunId, "", RunStatus.Completed, SampleRuns.Submitted) with { Headline = new("opsPerSecond", "1/s", 1234.5678, [], 1) };
        var tool = new ToolRun(new(_ => StubApi.Json(new RunListResponse([item]))));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("list", "--output", "csv"));

        Assert.EndsWith(",opsPerSecond,1234.5678,1/s\n", tool.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("run.json", "submit")]
    [InlineData("runs/nightly", "run")]
    [InlineData("run.JSON", "schedule", "add", "--cron", "0 2 * * *")]
    public async Task A_file_in_place_of_an_experiment_is_told_where_files_go(string file, params string[] command)
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync([.. command, file]));

        Assert.Equal($"azureperf: '{file}' is a file and no experiment: a run request in a file goes to --file, as in --file {file}\n", tool.Error);
    }

    [Theory]
    [InlineData("blob.downlaod", "no experiment is called blob.downlaod - did you mean blob.download?\n")]
    [InlineData("blob.download,else", "no experiment is called else\n")]
    [InlineData("blob.download,maintenance.clean", "")]
    public async Task A_list_of_an_experiment_that_there_is_not_says_so_beside_it(string asked, string remark)
    {
        var tool = new ToolRun(new(_ => StubApi.Json(new RunListResponse([]))));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("list", "--experiment", asked));

        Assert.Equal(remark, tool.Error);
    }

    [Theory]
    [InlineData("1", "there may be older runs: --limit 10 looks further\n")]
    [InlineData("500", "there may be older runs: --limit 2000 looks further\n")]
    [InlineData("2000", "there may be older runs: one list has 2,000 at most; --experiment, --target or --tag choose among them\n")]
    public async Task A_list_that_may_end_before_the_runs_do_says_so_beside_it(string limit, string remark)
    {
        var page = List() with { Next = "/api/v1/runs?after=x" };
        var tool = new ToolRun(new(_ => StubApi.Json(page)));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("list", "--limit", limit));

        Assert.Equal(remark, tool.Error);
    }

    [Fact]
    public async Task An_empty_list_says_what_to_do_next()
    {
        var tool = new ToolRun(new(_ => StubApi.Json(new RunListResponse([]))));
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("list"));
        Assert.Contains("azureperf submit", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Cancelling_a_run_that_has_ended_fails_with_the_servers_sentence()
    {
        var api = new StubApi(_ => StubApi.Problem(HttpStatusCode.Conflict, """{"title":"Conflict","detail":"The run has already completed."}"""));
        var tool = new ToolRun(api);
        Assert.Equal(ExitCode.Failure, await tool.RunAsync("cancel", SampleRuns.RunId));
        Assert.Equal($"azureperf: run {SampleRuns.RunId} was not cancelled: Conflict: The run has already completed. (409)\n", tool.Error);
    }

    [Fact]
    public async Task Cancel_finds_the_run_by_the_beginning_of_its_id()
    {
        var api = new StubApi(request => request.Method == "POST" ? StubApi.Json(Run(RunStatus.Cancelling), HttpStatusCode.Accepted) : StubApi.Json(List()));
        var tool = new ToolRun(api);
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("cancel", "ABCD"));
        Assert.Equal($"/api/v1/runs/{SampleRuns.RunId}/cancel", api.Requests[^1].Path);
        Assert.Equal(SampleRuns.RunId + " cancelling\n", tool.Output);
    }

    private static RunResponse Run(RunStatus status) => SampleRuns.Run("blob.download", Parameters, status);

    private static StubApi Serving(Func<RunResponse> run) => new(request => request switch
    {
        { Method: "POST" } => StubApi.Json(Run(RunStatus.Accepted), HttpStatusCode.Accepted),
        _ when request.Path.EndsWith("/points", StringComparison.Ordinal) => StubApi.Json(Points),
        _ when request.Path.EndsWith("/events", StringComparison.Ordinal) => StubApi.Json(Array.Empty<RunEvent>()),
        _ when request.Path.Contains('?', StringComparison.Ordinal) => StubApi.Json(List()),
        _ => StubApi.Json(run()),
    });

    private static RunListResponse List() => new(
    [
        Item(SampleRuns.RunId, "first try", RunStatus.Running, ended: null),
        Item("zzzzzzzzzzzzzzzzzzzz", "=cmd|' /C calc'!A0, a rather long name", RunStatus.Failed, SampleRuns.Submitted.AddSeconds(185), "no worker answered"),
    ]);

    private static RunListItem Item(string id, string name, RunStatus status, DateTimeOffset? ended, string reason = "") => new(
        id, status, reason, "blob.download", name, "default", "quick", "local", SampleRuns.Submitted, ended,
        new Dictionary<string, string> { ["region"] = "westeurope", ["a"] = "b" });
}
