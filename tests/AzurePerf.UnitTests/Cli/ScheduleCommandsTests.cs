using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class ScheduleCommandsTests
{
    private const string NightlyId = "nnnnnnnnnnnnnnnnnnnn";
    private const string HourlyId = "hhhhhhhhhhhhhhhhhhhh";
    private static readonly DateTimeOffset Then = SampleRuns.Submitted;

    private static ScheduleResponse Nightly => new(
        NightlyId, "nightly", "local", "0 2 * * MON-FRI", "Europe/Berlin", 600, OverlapPolicy.Skip, true, "blob.download", "default",
        JsonNode.Parse("""{"experiment":"blob.download"}"""), Then, [Then.AddHours(14), Then.AddHours(38), Then.AddHours(62)], SampleRuns.RunId, Then.AddHours(-10),
        2, [Then.AddHours(-58), Then.AddHours(-34)], 1, Then.AddHours(-9), $"its previous run {SampleRuns.RunId} has not ended");

    private static ScheduleResponse Hourly => new(
        HourlyId, "", "local", "0 * * * *", "UTC", 0, OverlapPolicy.Allow, false, "table.insert", "west",
        JsonNode.Parse("""{"experiment":"table.insert"}"""), Then, [], null, null, 0, [], 0, null, "");

    [Fact]
    public async Task Add_sends_the_schedule_once_under_a_key_and_prints_id_and_next_starts()
    {
        var api = new StubApi(_ => StubApi.Json(Nightly, HttpStatusCode.Created));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(
            "schedule", "add", "blob.download", "--preset", "quick", "--set", "clients=1,4", "--cron", "0 2 * * MON-FRI", "--zone", "Europe/Berlin",
            "--jitter", "600", "--overlap", "skip", "--name", "nightly"));

        var request = Assert.Single(api.Requests);
        Assert.Equal(("POST", "/api/v1/schedules"), (request.Method, request.Path));
        Assert.Equal(
            """{"name":"nightly","cron":"0 2 * * MON-FRI","zone":"Europe/Berlin","jitterSeconds":600,"overlap":"skip","run":{"experiment":"blob.download","preset":"quick","name":"nightly","parameters":{"clients":[1,4]}}}""",
            request.Body);
        Assert.Equal(20, request.IdempotencyKey?.Length);
        Assert.Equal($"{NightlyId}\nnext starts in Europe/Berlin: 2026-08-02 02:20 +02:00, 2026-08-03 02:20 +02:00, 2026-08-04 02:20 +02:00\n", tool.Output);
        Assert.StartsWith("each run: 4 points, ", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Whoever_adds_a_schedule_hears_what_each_run_costs_and_that_the_operators_limits_will_refuse_it()
    {
        var api = new StubApi(_ => StubApi.Json(Nightly, HttpStatusCode.Created))
        {
            Estimate = SampleRuns.Estimate(TimeSpan.FromSeconds(45), new SpecFault("Limits:OperationsPerRun", "the run would come to 240 operations")) with
            {
                WorkersMissing = "no worker is alive",
            },
        };
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("schedule", "add", "blob.download", "--cron", "0 2 * * *"));

        var said = string.Join(' ', tool.Error.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains("; cost of the requests: about 0.0104 USD", said, StringComparison.Ordinal);
        Assert.Contains("no worker is alive", said, StringComparison.Ordinal);
        Assert.EndsWith("as things stand each run will be refused: Limits:OperationsPerRun the run would come to 240 operations", said, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_refuses_a_run_today_is_not_said_to_refuse_each_run_of_a_schedule()
    {
        var api = new StubApi(_ => StubApi.Json(Nightly, HttpStatusCode.Created))
        {
            Estimate = SampleRuns.Estimate(TimeSpan.FromSeconds(45), new SpecFault("Limits:DurationPerOwnerAndDay", "with what you submitted today")),
        };
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("schedule", "add", "blob.download", "--cron", "0 2 * * *"));

        var said = string.Join(' ', tool.Error.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.EndsWith(" submitted now it would be refused: Limits:DurationPerOwnerAndDay with what you submitted today", said, StringComparison.Ordinal);
        Assert.DoesNotContain("each run will be refused", said, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_schedule_that_was_added_is_printed_though_its_estimate_is_not_answered()
    {
        var api = new StubApi(_ => StubApi.Json(Hourly, HttpStatusCode.Created)) { IsEstimating = false };
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("schedule", "add", "queue.add", "--cron", "0 * * * *"));

        Assert.Equal($"{HourlyId}\npaused\n", tool.Output);
        Assert.Equal("the schedule was added, but what each run takes could not be estimated\n", tool.Error);
    }

    [Fact]
    public async Task Add_takes_the_run_request_from_a_file_and_leaves_defaults_to_the_server()
    {
        var api = new StubApi(_ => StubApi.Json(Hourly, HttpStatusCode.Created));
        var tool = new ToolRun(api) { Input = """{"experiment":"queue.add","seed":1}""" };

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("schedule", "add", "--file", "-", "--cron", "0 * * * *"));

        Assert.Equal("""{"cron":"0 * * * *","run":{"experiment":"queue.add","seed":1}}""", api.Requests[0].Body);
        Assert.Equal($"{HourlyId}\npaused\n", tool.Output);
    }

    [Fact]
    public async Task Ctrl_C_while_a_schedule_is_on_its_way_says_that_it_may_have_been_added()
    {
        using var interruption = new CancellationTokenSource();
        var tool = new ToolRun(new(_ =>
        {
            interruption.Cancel();
            return StubApi.Json(Nightly, HttpStatusCode.Created);
        })
        {
            LosesAnswers = true,
        });

        Assert.Equal(ExitCode.Interrupted, await tool.RunAsync(interruption.Token, "schedule", "add", "blob.download", "--cron", "0 2 * * *"));

        Assert.Equal(("", "whether the schedule was added is not known; `azureperf schedule list` shows it, if it was\n"), (tool.Output, tool.Error));
    }

    [Fact]
    public async Task An_addition_whose_answer_was_lost_is_repeated_under_the_same_key()
    {
        var calls = 0;
        var api = new StubApi(_ => ++calls == 1 ? throw new HttpRequestException("reset") : StubApi.Json(Nightly, HttpStatusCode.Created));

        Assert.Equal(ExitCode.Ok, await new ToolRun(api).RunAsync("schedule", "add", "blob.download", "--cron", "0 2 * * *"));

        Assert.Equal(2, api.Requests.Count);
        Assert.Single(api.Requests.Select(request => request.IdempotencyKey).Distinct());
    }

    [Fact]
    public async Task A_refused_schedule_ends_with_2_and_names_the_field()
    {
        const string Problem = """{"title":"The schedule is not valid","status":400,"errors":{"cron":["has '60' as its minute: it takes *, or 0 to 59"]}}""";
        var tool = new ToolRun(new(_ => StubApi.Problem(HttpStatusCode.BadRequest, Problem)));

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("schedule", "add", "blob.download", "--cron", "60 * * * *"));

        Assert.Equal("azureperf: the schedule was not added: The schedule is not valid (400)\nazureperf: cron has '60' as its minute: it takes *, or 0 to 59 (--cron)\n", tool.Error);
    }

    [Theory]
    [InlineData("table", "cli-schedules.txt")]
    [InlineData("csv", "cli-schedules-csv.txt")]
    public async Task The_list_looks_as_agreed_and_names_rows_that_make_no_sense(string format, string golden)
    {
        var tool = new ToolRun(Listing("row x/schedule: v is 9; this build reads 1"));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("schedule", "list", "--output", format));

        GoldenFile.Check(golden, tool.Output);
        Assert.Equal("a stored schedule makes no sense and does not fire: row x/schedule: v is 9; this build reads 1\n", tool.Error);
        Assert.All(tool.Output.Split('\n'), line => Assert.True(format == "csv" || line.Length <= 110, line));
    }

    [Fact]
    public async Task As_JSON_the_list_is_the_document_of_the_API()
    {
        var tool = new ToolRun(Listing());

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("schedule", "list", "--output", "json"));

        Assert.Equal(NightlyId, JsonDocument.Parse(tool.Output).RootElement.GetProperty("schedules")[0].GetProperty("id").GetString());
    }

    [Fact]
    public async Task Without_schedules_the_list_says_how_to_add_one()
    {
        var tool = new ToolRun(new(_ => StubApi.Json(new ScheduleListResponse([], []))));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("schedule", "list"));

        Assert.Contains("azureperf schedule add", tool.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("nightly", NightlyId)]
    [InlineData("nn", NightlyId)]
    [InlineData("HH", HourlyId)]
    [InlineData(HourlyId, HourlyId)]
    public async Task Remove_takes_a_name_or_the_beginning_of_an_id(string text, string id)
    {
        var api = new StubApi(request => request.Method == "DELETE" ? new(HttpStatusCode.NoContent) : StubApi.Json(new ScheduleListResponse([Nightly, Hourly], [])));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("schedule", "remove", text));

        Assert.Equal(("DELETE", "/api/v1/schedules/" + id), (api.Requests[^1].Method, api.Requests[^1].Path));
        Assert.Equal(id + " removed\n", tool.Output);
    }

    [Theory]
    [InlineData("y", true)]
    [InlineData("", false)]
    [InlineData("", true, "--yes")]
    public async Task A_person_is_asked_before_a_schedule_is_removed(string answer, bool removed, params string[] options)
    {
        var api = new StubApi(request => request.Method == "DELETE" ? new(HttpStatusCode.NoContent) : StubApi.Json(new ScheduleListResponse([Nightly, Hourly], [])));
        var tool = new ToolRun(api) { Person = true, Input = answer + "\n" };

        Assert.Equal(removed ? ExitCode.Ok : ExitCode.Failure, await tool.RunAsync(["schedule", "remove", "nightly", .. options]));

        Assert.Equal(removed, api.Requests.Any(request => request.Method == "DELETE"));
        Assert.Equal(options.Length == 0, tool.Error.Contains($"schedule nightly ({NightlyId}): remove it? [y/N]", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("weekly", "no schedule has 'weekly' as its name")]
    [InlineData("", "no schedule has ''")]
    public async Task A_schedule_that_is_not_there_ends_with_2(string text, string complaint)
    {
        var tool = new ToolRun(Listing());

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("schedule", "remove", text));

        Assert.StartsWith("azureperf: " + complaint, tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Two_schedules_of_one_name_must_be_told_apart_by_id()
    {
        var tool = new ToolRun(new(_ => StubApi.Json(new ScheduleListResponse([Nightly, Hourly with { Name = "nightly" }], []))));

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("schedule", "pause", "nightly"));

        Assert.Equal($"azureperf: 2 schedules go by 'nightly': {NightlyId}, {HourlyId}; name one by its id\n", tool.Error);
    }

    [Theory]
    [InlineData("pause", false, "paused")]
    [InlineData("resume", true, "resumed")]
    public async Task Pause_and_resume_say_what_the_schedule_is_now(string command, bool enabled, string word)
    {
        var api = new StubApi(_ => StubApi.Json(Nightly with { Enabled = enabled }));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("schedule", command, NightlyId));

        Assert.Equal(("POST", $"/api/v1/schedules/{NightlyId}/{command}"), (Assert.Single(api.Requests).Method, api.Requests[0].Path));
        Assert.Equal($"{NightlyId} {word}\n", tool.Output);
    }

    [Fact]
    public async Task Run_now_starts_one_run_under_a_key_and_prints_its_id()
    {
        var api = Starting(TimeSpan.FromSeconds(45));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("schedule", "run-now", NightlyId));

        var request = Assert.Single(api.Requests, request => request.Method == "POST");
        Assert.Equal(($"/api/v1/schedules/{NightlyId}/run-now", 20), (request.Path, request.IdempotencyKey?.Length));
        Assert.Equal($"{SampleRuns.RunId}\n", tool.Output);
        Assert.EndsWith($"\nhttp://127.0.0.1:5080/runs/{SampleRuns.RunId}\n", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("n", ExitCode.Failure, 0)]
    [InlineData("y", ExitCode.Ok, 1)]
    [InlineData("", ExitCode.Ok, 1, "--yes")]
    [InlineData("", ExitCode.Ok, 0, "--dry-run")]
    public async Task Run_now_says_what_the_run_comes_to_and_asks_before_more_than_an_hour(string answer, int code, int started, params string[] options)
    {
        var api = Starting(TimeSpan.FromHours(16));
        var tool = new ToolRun(api) { Person = true, Input = answer + "\n" };

        Assert.Equal(code, await tool.RunAsync(["schedule", "run-now", NightlyId, .. options]));

        Assert.Equal(started, api.Requests.Count(request => request.Method == "POST"));
        Assert.Equal("""{"experiment":"blob.download"}""", Assert.Single(api.Estimates).Body);
        Assert.StartsWith("blob.download (quick) on default: 4 points, ", tool.Error + tool.Output, StringComparison.Ordinal);
        Assert.Equal(answer.Length > 0, tool.Error.Contains("it may take 16 h 00 min: submit it? [y/N] ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Run_now_asks_also_where_a_limit_of_the_caller_is_exceeded_as_the_run_is_of_the_owner()
    {
        var api = Starting(TimeSpan.FromHours(16), new SpecFault("Limits:DurationPerOwnerAndDay", "is exceeded"));
        var tool = new ToolRun(api) { Person = true, Input = "n\n" };

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("schedule", "run-now", NightlyId));

        Assert.Contains("it may take 16 h 00 min: submit it? [y/N] ", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(api.Requests, request => request.Method == "POST");
    }

    [Fact]
    public async Task The_state_of_a_run_names_the_schedule_that_started_it()
    {
        var run = SampleRuns.Run("blob.download", "{}") with { Schedule = new(NightlyId, Then) };
        var tool = new ToolRun(new(_ => StubApi.Json(run)));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("show", SampleRuns.RunId, "--state"));

        Assert.Contains($"schedule:  {NightlyId} for 2026-08-01 10:20 UTC\n", tool.Output, StringComparison.Ordinal);
    }

    /// <summary>Has the schedule, which mails, and starts runs of it.</summary>
    private static StubApi Starting(TimeSpan duration, params SpecFault[] exceeded) => new(request => request.Method == "POST"
        ? StubApi.Json(SampleRuns.Run("blob.download", "{}", RunStatus.Accepted), HttpStatusCode.Accepted)
        : StubApi.Json(Nightly with { Run = JsonNode.Parse("""{"experiment":"blob.download","notify":"ann@example.com"}""") }))
    {
        Estimate = SampleRuns.Estimate(duration, exceeded),
    };

    private static StubApi Listing(params string[] faults) => new(_ => StubApi.Json(new ScheduleListResponse([Nightly, Hourly], faults)));
}
