using System.Net;
using System.Text.Json;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class DoctorCommandTests
{
    private const string Removed = "removed 1 container, 2 databases: a, b, c";

    private static StubApi Healthy(RunStatus maintenance) => new(request => request switch
    {
        { Path: "/health/ready" } => StubApi.Text("""{"status":"ready","host":"web","buildId":"1","faults":[]}"""),
        { Path: var path } when path.EndsWith("/events", StringComparison.Ordinal) => StubApi.Text(
            $$"""[{"sequence":1,"at":"2026-01-01T00:00:00Z","message":"begun: 0 points"},{"sequence":2,"at":"2026-01-01T00:00:01Z","message":"{{Removed}}"}]"""),
        { Path: "/api/v1/maintenance/clean" } => StubApi.Json(SampleRuns.Run("blob.download", "{}", RunStatus.Accepted), HttpStatusCode.Accepted),
        _ => StubApi.Json(SampleRuns.Run("blob.download", "{}", maintenance)),
    });

    [Fact]
    public async Task A_healthy_machine_ends_with_0()
    {
        var tool = new ToolRun(Healthy(RunStatus.Completed));
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("doctor"));
        Assert.DoesNotContain("problem", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_problem_says_what_to_do()
    {
        var tool = new ToolRun(new(_ => StubApi.Text(
            """{"status":"not ready","host":"web","buildId":"1","faults":["control account: no answer within 5 s","queue: gone"]}""", HttpStatusCode.ServiceUnavailable)))
        {
            Tools = new StubTools { Node = "v16.20.0", Npm = null, TemporaryFault = "No space left on device" },
        };
        Assert.Equal(ExitCode.Failure, await tool.RunAsync("doctor"));
        var text = tool.Output;
        GoldenFile.Check("cli-doctor.txt", text[text.IndexOf("problem", StringComparison.Ordinal)..]);
    }

    [Theory]
    [InlineData("<html><title>Sign in</title></html>")]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("{}")]
    [InlineData("""{"status":"ready","host":"taskmanager","buildId":"1","faults":[]}""")]
    public async Task Something_else_at_the_address_is_no_ready_api(string answer)
    {
        var tool = new ToolRun(new(_ => StubApi.Text(answer)));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("doctor"));

        Assert.DoesNotContain("is ready", tool.Output, StringComparison.Ordinal);
        Assert.Contains("is it an AzurePerf API of this version?", string.Join(' ', tool.Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(RunStatus.Completed, ExitCode.Ok)]
    [InlineData(RunStatus.Failed, ExitCode.Failure)]
    public async Task Clean_with_wait_reports_how_the_maintenance_run_ended(RunStatus end, int code)
    {
        var tool = new ToolRun(Healthy(end));
        Assert.Equal(code, await tool.RunAsync("doctor", "--clean", "--wait", "--output", "json"));
        var run = JsonDocument.Parse(tool.Output).RootElement.GetProperty("maintenanceRun");
        Assert.Equal(end.ToString().ToLowerInvariant(), run.GetProperty("state").GetString());
    }

    [Fact]
    public async Task Clean_with_wait_says_what_was_removed()
    {
        var tool = new ToolRun(Healthy(RunStatus.Completed));
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("doctor", "--clean", "--wait", "--output", "csv"));
        Assert.Contains(Removed, tool.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "doctor", "--clean")]
    [InlineData("""{"target":"west"}""", "doctor", "--clean", "--target", "west")]
    public async Task Clean_names_its_target(string body, params string[] arguments)
    {
        var api = Healthy(RunStatus.Completed);
        Assert.Equal(ExitCode.Ok, await new ToolRun(api).RunAsync(arguments));
        Assert.Equal(body, api.Requests[^1].Body);
    }

    [Fact]
    public async Task Ctrl_C_while_a_clean_up_is_on_its_way_says_that_there_may_be_one()
    {
        using var interruption = new CancellationTokenSource();
        var tool = new ToolRun(new(request =>
        {
            if (request.Method == "POST")
            {
                interruption.Cancel();
            }

            return Healthy(RunStatus.Completed).Answer(request);
        })
        {
            LosesAnswers = true,
        });

        Assert.Equal(ExitCode.Interrupted, await tool.RunAsync(interruption.Token, "doctor", "--clean"));

        Assert.EndsWith("whether maintenance.clean was submitted is not known; `azureperf list` shows the run, if there is one\n", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Clean_without_an_api_fails_and_says_all_the_same_what_was_found()
    {
        var tool = new ToolRun(new(_ => throw new HttpRequestException(HttpRequestError.ConnectionError))) { Tools = new StubTools { Node = null } };

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("doctor", "--clean", "--output", "csv"));

        var checks = tool.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(1).ToDictionary(line => line.Split(',')[0], line => line.Split(',')[1]);
        Assert.Equal(("false", "false", "false"), (checks["Node.js"], checks["API"], checks["clean-up"]));
    }

    [Fact]
    public async Task A_target_that_cannot_be_cleaned_ends_with_the_code_of_a_wrong_request()
    {
        var tool = new ToolRun(new(request => request.Method == "POST"
            ? StubApi.Problem(HttpStatusCode.BadRequest, """{"title":"The request is invalid","status":400,"errors":{"target":["is unknown"]}}""")
            : Healthy(RunStatus.Completed).Answer(request)));

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("doctor", "--clean", "--target", "nowhere"));

        Assert.Contains("is ready", tool.Output, StringComparison.Ordinal);
        Assert.Contains("problem  clean-up: ", tool.Output, StringComparison.Ordinal);
    }
}
