using System.Net;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class CriteriaExitTests
{
    private static readonly PointListResponse Points = SampleRuns.Points(
        SampleRuns.Measured(1, 1, """{"blobBytes":1048576,"containers":1,"clients":1}""", SampleRuns.Summary(1, 20, 12.34, 1 << 20)));

    [Theory]
    [InlineData(RunStatus.Completed, CriteriaVerdict.Met, false, ExitCode.Ok)]
    [InlineData(RunStatus.CompletedWithErrors, CriteriaVerdict.Met, false, ExitCode.Ok)]
    [InlineData(RunStatus.Completed, CriteriaVerdict.Missed, true, ExitCode.Missed)]
    [InlineData(RunStatus.Failed, CriteriaVerdict.Missed, true, ExitCode.Missed)]
    [InlineData(RunStatus.Completed, CriteriaVerdict.Undecided, false, ExitCode.Failure)]
    [InlineData(RunStatus.Completed, CriteriaVerdict.Undecided, true, ExitCode.Ok)]
    [InlineData(RunStatus.Failed, CriteriaVerdict.Undecided, true, ExitCode.Failure)]
    [InlineData(RunStatus.Cancelled, CriteriaVerdict.Undecided, true, ExitCode.Failure)]
    [InlineData(RunStatus.Completed, null, false, ExitCode.Failure)]
    public void Criteria_decide_the_exit_code(RunStatus status, CriteriaVerdict? verdict, bool allowUndecided, int code)
    {
        var report = verdict is { } known ? new CriteriaReport(known, "This is why.", []) : null;

        Assert.Equal(code, new CriteriaGate(allowUndecided).Judge(Run(status), report)!.Value.Code);
    }

    [Fact]
    public void Without_criteria_they_decide_nothing() =>
        Assert.Null(new CriteriaGate(AllowsUndecided: true).Judge(Run(RunStatus.Failed) with { Spec = Run(RunStatus.Failed).Spec with { FailIf = null } }, null));

    [Fact]
    public async Task Criteria_are_sent_and_the_summary_begins_with_what_they_came_to()
    {
        var report = new CriteriaReport(CriteriaVerdict.Missed, "Missed: p95 > 50 ms at 16 clients (62.5 ms, 95 % CI 61.0 to 64.0 ms).", []);
        var api = Serving(report);
        var tool = new ToolRun(api) { Input = """{"experiment":"queue.add","failIf":["p50>1ms"]}""" };

        Assert.Equal(ExitCode.Missed, await tool.RunAsync("run", "--file", "-", "--fail-if", "p95>50ms", "--fail-if", "errors>1%", "--allow-failures"));

        Assert.Equal("p95>50ms,errors>1%", string.Join(',', System.Text.Json.Nodes.JsonNode.Parse(api.Requests[0].Body!)!["failIf"]!.AsArray().Select(one => one!.GetValue<string>())));
        Assert.Equal("  Criteria  Missed: p95 > 50 ms at 16 clients (62.5 ms, 95 % CI 61.0 to 64.0 ms).", tool.Output.Split('\n')[1]);
        Assert.DoesNotContain("Missed", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(ExitCode.Failure)]
    [InlineData(ExitCode.Ok, "--allow-undecided")]
    public async Task What_cannot_be_told_fails_the_command_unless_that_is_allowed(int code, params string[] options)
    {
        var tool = new ToolRun(Serving(new(CriteriaVerdict.Undecided, "Cannot tell: too little.", [])));

        Assert.Equal(code, await tool.RunAsync(["watch", SampleRuns.RunId, "--output", "csv", .. options]));

        Assert.Contains("Cannot tell: too little.", tool.Error, StringComparison.Ordinal);
        Assert.Equal(code != ExitCode.Ok, tool.Error.Contains("--allow-undecided lets it pass", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(CriteriaVerdict.Met, ExitCode.Ok, "")]
    [InlineData(CriteriaVerdict.Missed, ExitCode.Missed, "This is why.\n")]
    public async Task Quiet_says_nothing_of_criteria_that_are_met(CriteriaVerdict verdict, int code, string said)
    {
        var tool = new ToolRun(Serving(new(verdict, "This is why.", [])));

        Assert.Equal(code, await tool.RunAsync("watch", SampleRuns.RunId, "--output", "csv", "--quiet"));

        Assert.Equal(said, tool.Error);
    }

    [Fact]
    public async Task Undecided_criteria_are_allowed_only_where_the_run_is_followed()
    {
        var tool = new ToolRun(Serving(null));

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("submit", "queue.add", "--allow-undecided"));
        Assert.Contains("give --wait too", tool.Error, StringComparison.Ordinal);
    }

    private static StubApi Serving(CriteriaReport? report) => new(request => request switch
    {
        { Method: "POST" } => StubApi.Json(Run(RunStatus.Accepted), HttpStatusCode.Accepted),
        _ when request.Path.EndsWith("/points", StringComparison.Ordinal) => StubApi.Json(Points with { Criteria = report }),
        _ when request.Path.EndsWith("/events", StringComparison.Ordinal) => StubApi.Json(Array.Empty<RunEvent>()),
        _ => StubApi.Json(Run(RunStatus.Completed)),
    })
    {
        Summary = new(SampleRuns.RunId, RunStatus.Completed, [], []) { Criteria = report },
    };

    private static RunResponse Run(RunStatus status)
    {
        var run = SampleRuns.Run("blob.download", """{"blobBytes":[1048576],"containers":[1],"clients":[1],"operationsPerClient":20}""", status);
        return run with { Spec = run.Spec with { FailIf = ["p95>50ms"] } };
    }
}
