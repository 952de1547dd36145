using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AzurePerf.Cli.Demo;
using AzurePerf.Cli.Local;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class DemoCommandTests
{
    private const string Levels = """{"clients":1}""";

    private readonly StubServices _services = new();

    [Fact]
    public async Task Measures_every_experiment_and_ends_with_0_when_all_points_are_there()
    {
        var api = Serving(_ => RunStatus.Completed, Measured());
        var tool = new ToolRun(api) { Services = _services };
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("demo", "--exit"));
        Assert.Equal(
            Shipped.Experiments.All.Select(experiment => experiment.Id),
            api.Requests.Where(request => request.Method == "POST").Select(request => JsonDocument.Parse(request.Body).RootElement.GetProperty("experiment").GetString()!));
        Assert.All(Shipped.Experiments.All, experiment => Assert.Contains("\n" + experiment.Id.PadRight(21), "\n" + tool.Output, StringComparison.Ordinal));
        Assert.DoesNotContain(" - Blob download", tool.Output, StringComparison.Ordinal);
        Assert.Contains("30 of 30 runs completed, 60 of 60 points measured", tool.Output, StringComparison.Ordinal);
        Assert.Contains("median gap between consecutive points of a run: 0.250 s (30 gaps)", tool.Output, StringComparison.Ordinal);
        Assert.Contains("portal: http://127.0.0.1:5099/", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("portal: ", tool.Output, StringComparison.Ordinal);
        Assert.EndsWith("try next:\n  azureperf demo                       keeps the portal open, with every chart\n  azureperf up --secrets accounts.env  measures your own account\n", tool.Output, StringComparison.Ordinal);
        Assert.True(_services.Disposed);
        Assert.Equal((5080, WorkerNumbers.OfMeasure(2)), (_services.Started!.Port, _services.Started.Workers));
    }

    [Theory]
    [InlineData(true, 30, "")]
    [InlineData(false, 28, "left out, because they need Linux: disk.mark, disk.warm")]
    public void What_a_system_cannot_measure_is_left_out_and_named(bool isLinux, int measured, string leftOut)
    {
        var choice = DemoRuns.Choose([.. Shipped.Experiments.All.Select(experiment => SampleRuns.Experiment(experiment.Id))], isLinux);

        Assert.Equal((measured, leftOut), (choice.Measured.Length, choice.LeftOut));
    }

    [Theory]
    [InlineData(false, "up")]
    [InlineData(true, "up", "--sql")]
    public async Task A_database_is_started_only_when_one_is_to_be_measured(bool started, params string[] arguments)
    {
        using var ended = new CancellationTokenSource();
        await ended.CancelAsync();

        await new ToolRun(ToolRun.Unused) { Services = _services }.RunAsync(ended.Token, arguments);

        Assert.Equal(started, _services.Started!.MeasuresDatabases);
    }

    [Fact]
    public async Task Details_prints_the_tables_of_each_run()
    {
        var tool = new ToolRun(Serving(_ => RunStatus.Completed, Measured())) { Services = _services };
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("demo", "--exit", "--details"));
        Assert.All(Shipped.Experiments.All, experiment => Assert.Contains(experiment.Id + " - ", tool.Output, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_demo_that_stays_up_ends_with_its_portal_and_commands_that_reach_it()
    {
        using var interruption = new CancellationTokenSource();
        var tool = new ToolRun(Serving(_ => RunStatus.Completed, Measured())) { Services = _services };
        var running = tool.RunAsync(interruption.Token, "demo");
        await interruption.CancelAsync();
        Assert.Equal(ExitCode.Interrupted, await running);
        Assert.Contains("\nportal: http://127.0.0.1:5099/\ntry next:\n  azureperf show blob.download --url http://127.0.0.1:5099\n      shows the tables", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_picture_that_a_demo_makes_is_kept_as_a_file_whose_place_is_said_and_its_run_without_points_is_whole()
    {
        using var interruption = new CancellationTokenSource();
        var (staying, ending) = (new ToolRun(ServingImages()) { Services = _services }, new ToolRun(ServingImages()) { Services = new StubServices() });
        var running = staying.RunAsync(interruption.Token, "demo");
        await _services.StaysUp;
        await interruption.CancelAsync();
        await running;

        Assert.Equal(ExitCode.Ok, await ending.RunAsync("demo", "--exit"));

        var output = ending.Output.ReplaceLineEndings(" ");
        Assert.Contains("modis.pipeline       made 1 result: 1 x picture; coverage 91.1 % of made granules", output, StringComparison.Ordinal);
        Assert.DoesNotContain("images: ", ending.Output, StringComparison.Ordinal);
        Assert.Contains("\nportal: http://127.0.0.1:5099/\nimages: http://127.0.0.1:5099/runs/modis.pipeline/images\npicture: ", staying.Output, StringComparison.Ordinal);
        foreach (var tool in new[] { staying, ending })
        {
            var file = tool.Output.Split('\n').Single(line => line.StartsWith("picture: ", StringComparison.Ordinal))["picture: ".Length..];
            Assert.Equal("a picture", await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
            Directory.Delete(Path.GetDirectoryName(Path.GetDirectoryName(file))!, recursive: true);
        }
    }

    [Fact]
    public void An_experiment_is_one_sentence_with_its_result_the_paper_and_what_sets_it_apart()
    {
        var run = Run("blob.download", RunStatus.Completed) with { Headline = new("bytesPerSecond", "B/s", 197e6, JsonNode.Parse("""{"clients":4}""")!.AsObject(), 2) };
        var published = new PublishedComparison("hill-2010", "text 6.1", PublishedMetric.MegabytesPerSecond, JsonNode.Parse("""{"clients":4}""")!.AsObject(), 400, "maximum", "", 197, 0.4925);
        var summary = new RunSummaryResponse(run.Id, run.Status, [], [new(RunCaution.OnEmulator, ""), new(RunCaution.TooFewRepetitions, ""), new("clients ended apart", "")]);

        var text = DemoStory.Render(SampleRuns.Experiment("blob.download"), run, SampleRuns.Points() with { Published = [published] }, summary, "", Sheet.Pipe);

        Assert.Equal(
            "blob.download        197 MB/s with 4 clients; MB/s, maximum: published 400 (hill-2010, text 6.1),\n"
                + "                     ours mean 197; clients ended apart\n", text);
    }

    [Theory]
    [InlineData("demo", "Access__Mode", "keys", ExitCode.Usage)]
    [InlineData("up", "ACCESS__MODE", "containerApps", ExitCode.Usage)]
    [InlineData("up", "Access:Mode", "keys", ExitCode.Usage)]
    [InlineData("up", "Access__Mode", " local ", ExitCode.Ok)]
    [InlineData("up", "Access__Mode", "", ExitCode.Ok)]
    public async Task What_serves_this_machine_alone_asks_for_no_key_and_says_so_before_it_starts_anything(string command, string name, string mode, int expected)
    {
        var tool = new ToolRun(ToolRun.Unused) { Services = _services, Environment = { [name] = mode } };
        using var started = new CancellationTokenSource();
        await started.CancelAsync();

        var code = await tool.RunAsync(expected == ExitCode.Ok ? started.Token : CancellationToken.None, command);

        Assert.Equal(expected == ExitCode.Ok ? ExitCode.Interrupted : expected, code);
        Assert.Equal(expected == ExitCode.Ok, _services.Started is not null);
        Assert.Equal(expected != ExitCode.Ok, tool.Error.Contains($"{name} is {mode}, but up and demo serve this machine only", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("up", "AZUREPERF_TARGET_2WEST", "https://two.blob.core.windows.net")]
    [InlineData("demo", "AZUREPERF_TARGET__BASES", "sqlite:/data")]
    public async Task A_target_whose_name_the_portal_would_refuse_is_refused_by_its_variable_before_anything_starts(string command, string variable, string target)
    {
        var tool = new ToolRun(ToolRun.Unused) { Services = _services, Environment = { [variable] = target } };

        Assert.Equal(ExitCode.Usage, await tool.RunAsync(TestContext.Current.CancellationToken, command));
        Assert.Null(_services.Started);
        Assert.Contains(variable + " has a name that up and demo cannot take: what follows AZUREPERF_TARGET_ must have a letter first", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("https://backups.blob.core.windows.net", "demo")]
    [InlineData("https://backups.blob.core.windows.net", "up", "--sql")]
    [InlineData("disk:/data", "up", "--sql")]
    public async Task A_target_that_is_called_as_the_database_would_be_is_refused_and_not_replaced(string target, params string[] arguments)
    {
        var tool = new ToolRun(ToolRun.Unused) { Services = _services, Environment = { ["AZUREPERF_TARGET_SQL"] = target } };

        Assert.Equal(ExitCode.Usage, await tool.RunAsync(TestContext.Current.CancellationToken, arguments));

        Assert.Null(_services.Started);
        Assert.Contains("AZUREPERF_TARGET_SQL is the name of the database that is started here", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("AZUREPERF_TARGET_SQL", "sqlite:/data", "up", "--sql")]
    [InlineData("AZUREPERF_TARGET_SQL", "https://backups.blob.core.windows.net", "up")]
    public async Task A_target_may_be_called_sql_where_no_database_is_started(string variable, string target, params string[] arguments)
    {
        using var ended = new CancellationTokenSource();
        await ended.CancelAsync();

        await new ToolRun(ToolRun.Unused) { Services = _services, Environment = { [variable] = target } }.RunAsync(ended.Token, arguments);

        Assert.NotNull(_services.Started);
    }

    [Fact]
    public async Task A_demo_with_one_worker_is_refused_because_some_experiments_would_wait_for_a_second()
    {
        var tool = new ToolRun(ToolRun.Unused) { Services = _services };

        Assert.Equal(ExitCode.Usage, await tool.RunAsync(TestContext.Current.CancellationToken, "demo", "--workers", "1", "--exit"));

        Assert.Null(_services.Started);
        Assert.Contains("--workers must be a whole number from 2 to 64", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(RunStatus.Failed)]
    [InlineData(RunStatus.Cancelled)]
    public async Task Ends_with_1_when_a_run_did_not_complete(RunStatus status)
    {
        var api = Serving(run => run == "table.query" ? status : RunStatus.Completed, Measured());
        Assert.Equal(ExitCode.Failure, await new ToolRun(api) { Services = _services }.RunAsync("demo", "--exit"));
        Assert.True(_services.Disposed);
    }

    [Fact]
    public async Task Ends_with_1_when_a_point_of_a_completed_run_failed()
    {
        var points = SampleRuns.Points(Measured().Points[0], SampleRuns.Failed(2, 2, Levels, "lost"));
        var tool = new ToolRun(Serving(_ => RunStatus.Completed, points)) { Services = _services };

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("demo", "--exit"));

        Assert.Contains("point 2 failed (1 client, repetition 2): lost", tool.Output.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Contains("; incomplete: blob.download, blob.upload,", Regex.Replace(tool.Output, @"\s+", " "), StringComparison.Ordinal);
    }

    [Fact]
    public void A_point_that_no_worker_took_in_its_time_is_named_with_its_run()
    {
        var run = Run("sql.availability", RunStatus.Completed);
        var missed = SampleRuns.Failed(2, 2, Levels, "") with { Status = PointStatus.Missed };
        var points = SampleRuns.Points(Measured().Points[0], missed);

        var text = DemoStory.Render(SampleRuns.Experiment("sql.availability"), run, points, new(run.Id, run.Status, [], []), "", Sheet.Pipe);

        Assert.Contains("1 point missed, because no worker took it in time: 2", Regex.Replace(text, @"\s+", " "), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Programs_get_documents_only()
    {
        var tool = new ToolRun(Serving(_ => RunStatus.Completed, Measured())) { Services = _services };
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("demo", "--exit", "-o", "json"));
        Assert.All(tool.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries), line => Assert.NotNull(JsonSerializer.Deserialize<PointListResponse>(line, ApiJson.Options)));
        Assert.Contains("median gap", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Ctrl_C_cancels_the_runs_that_are_not_over_and_ends_with_130()
    {
        using var interruption = new CancellationTokenSource();
        var cancelled = new HashSet<string>();
        var inner = Serving(run => cancelled.Contains(run) ? RunStatus.Cancelled : run == "blob.download" ? RunStatus.Completed : RunStatus.Running, Measured());
        var api = new StubApi(request =>
        {
            if (request.Path.EndsWith("/cancel", StringComparison.Ordinal))
            {
                var run = request.Path.Split('/')[^2];
                cancelled.Add(run);
                return run == "blob.download"
                    ? StubApi.Problem(HttpStatusCode.Conflict, """{"title":"It has ended."}""")
                    : StubApi.Json(Run(run, RunStatus.Cancelling), HttpStatusCode.Accepted);
            }

            if (request.Path.EndsWith("blob.upload", StringComparison.Ordinal))
            {
                interruption.Cancel();
            }

            return inner.Answer(request);
        });
        var tool = new ToolRun(api) { Services = _services };
        Assert.Equal(ExitCode.Interrupted, await tool.RunAsync(interruption.Token, "demo"));
        Assert.Equal(Shipped.Experiments.All.Count, cancelled.Count);
        Assert.True(_services.Disposed);
        Assert.DoesNotContain("could not be cancelled", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_cannot_be_cancelled_is_named_and_keeps_no_other_from_it()
    {
        using var interruption = new CancellationTokenSource();
        var asked = new List<string>();
        var inner = Serving(run => asked.Contains(run) ? RunStatus.Cancelled : run == "blob.download" ? RunStatus.Completed : RunStatus.Running, Measured());
        var api = new StubApi(request =>
        {
            if (request.Path.EndsWith("/cancel", StringComparison.Ordinal))
            {
                asked.Add(request.Path.Split('/')[^2]);
                return asked[^1] switch
                {
                    "tcp.rtt" => StubApi.Problem(HttpStatusCode.ServiceUnavailable, """{"title":"The control account is busy."}"""),
                    "table.query" when asked.Count(run => run == "table.query") < 3 => throw new HttpRequestException(HttpRequestError.ResponseEnded),
                    var run => StubApi.Json(Run(run, RunStatus.Cancelling), HttpStatusCode.Accepted),
                };
            }

            if (request.Path.EndsWith("blob.upload", StringComparison.Ordinal))
            {
                interruption.Cancel();
            }

            return inner.Answer(request);
        });
        var tool = new ToolRun(api) { Services = _services };

        Assert.Equal(ExitCode.Interrupted, await tool.RunAsync(interruption.Token, "demo", "--quiet"));

        Assert.Equal(Shipped.Experiments.All.Count, asked.Distinct().Count());
        Assert.Contains("The control account is busy", tool.Error, StringComparison.Ordinal);
        Assert.Contains("): tcp.rtt; in a real control account they go on at the next start", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Runs_that_stay_refused_do_not_take_the_time_in_which_the_others_are_cancelled()
    {
        using var interruption = new CancellationTokenSource();
        var asked = new HashSet<string>();
        var inner = Serving(run => run == "blob.download" ? RunStatus.Completed : RunStatus.Running, Measured());
        var api = new StubApi(request =>
        {
            if (request.Path.EndsWith("/cancel", StringComparison.Ordinal))
            {
                asked.Add(request.Path.Split('/')[^2]);
                var refusal = StubApi.Problem(HttpStatusCode.ServiceUnavailable, """{"title":"The control account is busy."}""");
                refusal.Headers.RetryAfter = new(TimeSpan.FromSeconds(5));
                return refusal;
            }

            if (request.Path.EndsWith("blob.upload", StringComparison.Ordinal))
            {
                interruption.Cancel();
            }

            return inner.Answer(request);
        });
        var tool = new ToolRun(api) { Services = _services };

        Assert.Equal(ExitCode.Interrupted, await tool.RunAsync(interruption.Token, "demo", "--quiet"));

        Assert.Equal(Shipped.Experiments.All.Count, asked.Count);
    }

    [Fact]
    public async Task Ctrl_C_while_a_run_is_being_submitted_cancels_it_and_submits_no_other()
    {
        using var interruption = new CancellationTokenSource();
        var cancelled = new List<string>();
        var inner = Serving(_ => RunStatus.Cancelled, Measured());
        var api = new StubApi(request =>
        {
            interruption.Cancel();
            if (request.Path.EndsWith("/cancel", StringComparison.Ordinal))
            {
                cancelled.Add(request.Path.Split('/')[^2]);
                return StubApi.Json(Run(cancelled[^1], RunStatus.Cancelling), HttpStatusCode.Accepted);
            }

            return inner.Answer(request);
        })
        {
            LosesAnswers = true,
        };

        Assert.Equal(ExitCode.Interrupted, await new ToolRun(api) { Services = _services }.RunAsync(interruption.Token, "demo"));

        Assert.Equal([Shipped.Experiments.All[0].Id], cancelled);
    }

    [Fact]
    public async Task A_demo_that_fails_cancels_what_it_submitted()
    {
        var cancelled = new HashSet<string>();
        var inner = Serving(run => cancelled.Contains(run) ? RunStatus.Cancelled : run == "blob.download" ? RunStatus.Completed : RunStatus.Running, Measured());
        var api = new StubApi(request =>
        {
            if (request.Path.EndsWith("/cancel", StringComparison.Ordinal))
            {
                cancelled.Add(request.Path.Split('/')[^2]);
                return StubApi.Json(Run(request.Path.Split('/')[^2], RunStatus.Cancelling), HttpStatusCode.Accepted);
            }

            return request.Path.EndsWith("/points", StringComparison.Ordinal) ? StubApi.Problem(HttpStatusCode.NotFound, "{}") : inner.Answer(request);
        });
        var tool = new ToolRun(api) { Services = _services };

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("demo"));

        Assert.Equal(api.Requests.Count(request => request.IdempotencyKey is not null), cancelled.Count);
        Assert.Contains("cancelling the runs that are not over", tool.Error, StringComparison.Ordinal);
        Assert.True(_services.Disposed);
    }

    [Fact]
    public async Task Ctrl_C_is_answered_at_once_and_a_submission_without_an_answer_is_given_up()
    {
        using var interruption = new CancellationTokenSource();
        var submitted = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var time = new FakeTimeProvider();
        var api = new StubApi(_ => throw new InvalidOperationException())
        {
            Hangs = request => request.Method == "POST" && submitted.TrySetResult(),
        };
        var tool = new ToolRun(api) { Services = _services, Time = time };
        var running = tool.RunAsync(interruption.Token, "demo");
        await submitted.Task;

        await interruption.CancelAsync();

        Assert.Contains("cancelling; a second Ctrl-C ends at once", tool.Error, StringComparison.Ordinal);
        time.Advance(DemoRuns.CleanUpPatience);
        Assert.Equal(ExitCode.Interrupted, await running);
        Assert.Contains("whether blob.download was submitted is not known", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Runs_that_never_clean_up_are_not_waited_for_for_ever()
    {
        using var interruption = new CancellationTokenSource();
        var inner = Serving(_ => RunStatus.Running, Measured());
        var api = new StubApi(request =>
        {
            interruption.Cancel();
            return request.Path.EndsWith("/cancel", StringComparison.Ordinal) ? StubApi.Json(Run("x", RunStatus.Cancelling)) : inner.Answer(request);
        });
        var tool = new ToolRun(api) { Services = _services };
        Assert.Equal(ExitCode.Interrupted, await tool.RunAsync(interruption.Token, "demo"));
        Assert.Contains("did not clean up within 20 s", tool.Error, StringComparison.Ordinal);
        Assert.True(_services.Disposed);
    }

    [Fact]
    public async Task A_service_that_ends_by_itself_ends_the_demo_with_its_reason()
    {
        var inner = Serving(_ => RunStatus.Running, Measured());
        var api = new StubApi(request =>
        {
            _services.End("a worker ended with code 139");
            return inner.Answer(request);
        });
        var tool = new ToolRun(api) { Services = _services };
        Assert.Equal(ExitCode.Failure, await tool.RunAsync("demo"));
        Assert.Contains("azureperf: a worker ended with code 139", tool.Error, StringComparison.Ordinal);
        Assert.True(_services.Disposed);
    }

    [Fact]
    public async Task Up_prints_the_portal_and_stays_until_it_is_interrupted()
    {
        using var interruption = new CancellationTokenSource();
        var tool = new ToolRun(ToolRun.Unused) { Services = _services };
        var running = tool.RunAsync(interruption.Token, "up", "--port", "5090", "--workers", "3");
        Assert.False(running.IsCompleted);
        Assert.Equal("portal http://127.0.0.1:5099/\n", tool.Output);
        await interruption.CancelAsync();
        Assert.Equal(ExitCode.Interrupted, await running);
        Assert.True(_services.Disposed);
        Assert.Equal((5090, WorkerNumbers.OfMeasure(3)), (_services.Started!.Port, _services.Started.Workers));
    }

    [Theory]
    [InlineData("table", "portal http://127.0.0.1:5099/\nsource http://127.0.0.1:5190/\n")]
    [InlineData("csv", "portal,source\nhttp://127.0.0.1:5099/,http://127.0.0.1:5190/\n")]
    [InlineData("json", "{\"portal\":\"http://127.0.0.1:5099/\",\"source\":\"http://127.0.0.1:5190/\"}\n")]
    public async Task Up_prints_where_made_images_are(string format, string printed)
    {
        using var ended = new CancellationTokenSource();
        await ended.CancelAsync();
        var tool = new ToolRun(ToolRun.Unused) { Services = new StubServices { Source = new("http://127.0.0.1:5190/") } };

        await tool.RunAsync(ended.Token, "up", "--output", format);

        Assert.Equal(printed, tool.Output);
    }

    [Theory]
    [InlineData("Archive__BaseAddress", "https://archive.example.org", false)]
    [InlineData("ARCHIVE:BASEADDRESS", "https://archive.example.org", false)]
    [InlineData("Archive__BaseAddress", " ", true)]
    [InlineData("Archive__Collection", "6", true)]
    public async Task Images_are_made_unless_the_environment_names_an_archive(string name, string value, bool made)
    {
        using var ended = new CancellationTokenSource();
        await ended.CancelAsync();

        await new ToolRun(ToolRun.Unused) { Services = _services, Environment = { [name] = value } }.RunAsync(ended.Token, "up");

        Assert.Equal(made, _services.Started!.MakesSource);
    }

    [Fact]
    public async Task Who_scales_the_workers_looks_at_the_queues_of_the_prefix_that_the_hosts_inherit()
    {
        using var ended = new CancellationTokenSource();
        await ended.CancelAsync();

        await new ToolRun(ToolRun.Unused) { Services = _services, Environment = { ["Control__Prefix"] = "team1" } }.RunAsync(ended.Token, "up");

        var started = _services.Started!;
        var settings = LocalServiceStarter.OptionsOf(started).HostSettings;
        Assert.Equal(("team1", "00:00:05"), (settings[LocalCluster.PrefixSetting], settings["Engine:Heartbeat"]));
        Assert.DoesNotContain(LocalCluster.PrefixSetting, LocalServiceStarter.OptionsOf(started with { ControlPrefix = "" }).HostSettings.Keys);
    }

    [Fact]
    public async Task Accounts_come_from_the_environment_or_a_secrets_text()
    {
        _services.End("the web host ended");
        var tool = new ToolRun(ToolRun.Unused) { Services = _services, Input = "AZUREPERF_TARGET=https://target.blob.core.windows.net" };
        tool.Environment["AZUREPERF_CONTROL"] = "https://control.table.core.windows.net";

        await tool.RunAsync("up", "--secrets", "-");

        Assert.Equal(("control", "target"), (_services.Started!.Accounts.Control?.AccountName, _services.Started.Accounts.Targets["default"].AccountName));
    }

    [Fact]
    public void Gaps_run_from_a_stored_result_to_the_next_claim()
    {
        var gaps = PointGaps.Of(Measured()).ToArray();
        Assert.Equal([TimeSpan.FromSeconds(0.25)], gaps);
        Assert.Equal(TimeSpan.FromSeconds(2), RunPace.Median([TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(3)]));
        Assert.Null(RunPace.Median([]));
    }

    private static PointListResponse Measured() => SampleRuns.Points(
        SampleRuns.Measured(2, 2, Levels, SampleRuns.Summary(1, 20, 10, 1024)),
        SampleRuns.Measured(1, 1, Levels, SampleRuns.Summary(1, 20, 10, 1024)));

    // A run's id is its experiment, so that the stub needs no memory.
    private static StubApi Serving(Func<string, RunStatus> status, PointListResponse points) => new(request => request switch
    {
        { Method: "POST" } => StubApi.Json(Run(JsonDocument.Parse(request.Body).RootElement.GetProperty("experiment").GetString()!, RunStatus.Accepted), HttpStatusCode.Accepted),
        _ when request.Path.EndsWith("/points", StringComparison.Ordinal) => StubApi.Json(points),
        _ when request.Path.EndsWith("/images", StringComparison.Ordinal) => StubApi.Problem(HttpStatusCode.NotFound, """{"title":"There are no images"}"""),
        _ => StubApi.Json(Run(request.Path.Split('/')[^1], status(request.Path.Split('/')[^1]))),
    });

    private static StubApi ServingImages()
    {
        const string Images = "/api/v1/runs/modis.pipeline/images";
        var inner = Serving(_ => RunStatus.Completed, Measured());
        return new(request => request switch
        {
            { Method: "POST" } => inner.Answer(request),
            { Path: Images } => StubApi.Json(new ImageListResponse(
                [new("picture", "Picture", new(2024, 1, 25), new(2024, 1, 26), 0.911, [new("picture.png", "image/png", Images + "/results/a/picture.png")])],
                2, 4, 0, 0, 0, 0, Images + "/manifest.json", Images + "/provenance.json", Images + ".zip", OfMadeGranules: true)),
            { Path: Images + "/results/a/picture.png" } => StubApi.Text("a picture", contentType: "image/png"),
            { Path: "/api/v1/runs/modis.pipeline/points" } => StubApi.Json(SampleRuns.Points()),
            { Path: "/api/v1/runs/modis.pipeline" } => StubApi.Json(SampleRuns.Bag(RunStatus.Completed) with { Id = "modis.pipeline" }),
            _ => inner.Answer(request),
        });
    }

    private static RunResponse Run(string experiment, RunStatus status) =>
        SampleRuns.Run(experiment, """{"clients":[1]}""", status, points: 2) with { Id = experiment };
}
