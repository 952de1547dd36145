using System.Net;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

/// <summary>What a person hears before a run is sent.</summary>
public sealed class ProposedRunTests
{
    private const string Sentence = "blob.download (quick) on default: 4 points, 240 operations, 252 MB at most; about ";

    [Theory]
    [InlineData("submit", "/api/v1/estimates", "blob.download")]
    [InlineData("run", "/api/v1/estimates", "blob.download")]
    [InlineData("clone", "/api/v1/runs/abcdefghij2345672345/clone/estimate", SampleRuns.RunId)]
    [InlineData("rerun", "/api/v1/runs/abcdefghij2345672345/rerun/estimate", SampleRuns.RunId)]
    [InlineData("retry", "/api/v1/runs/abcdefghij2345672345/retry/estimate", SampleRuns.RunId)]
    public async Task A_dry_run_says_what_a_run_would_come_to_and_submits_nothing(string verb, string path, string what)
    {
        var api = Api(TimeSpan.FromSeconds(45));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(verb, what, "--dry-run"));

        Assert.Empty(api.Requests);
        Assert.Equal(("POST", path), (api.Estimates[0].Method, Assert.Single(api.Estimates).Path));
        var lines = tool.Output.Split('\n');
        Assert.StartsWith(Sentence, string.Join(' ', lines.Select(line => line.Trim())), StringComparison.Ordinal);
        Assert.Contains(lines, line => line.StartsWith("cost of the requests: about 0.0104 USD, by prices of 2026-07-01", StringComparison.Ordinal));
        Assert.Equal("nothing was submitted", lines[^2]);
    }

    [Fact]
    public async Task A_dry_run_of_what_the_server_would_refuse_says_so_and_fails()
    {
        var tool = new ToolRun(Api(TimeSpan.FromSeconds(45), new SpecFault("Limits:BytesPerRun", "the run would come to 252,000,000 B")));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("submit", "blob.download", "--dry-run"));

        Assert.Contains("it would be refused: Limits:BytesPerRun the run would come to 252,000,000 B\n", tool.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_run_that_can_call_nothing_in_a_comparison_says_so_before_it_is_submitted(bool isDry)
    {
        var api = new StubApi(_ => StubApi.Json(SampleRuns.Run("blob.download", """{"clients":[1]}""", RunStatus.Accepted), HttpStatusCode.Accepted))
        {
            Estimate = SampleRuns.Estimate(TimeSpan.FromSeconds(45)) with { Notes = ["this run cannot be compared: fewer than 6 repetitions"] },
        };
        var tool = new ToolRun(api);

        await tool.RunAsync(["submit", "blob.download", .. isDry ? ["--dry-run"] : Array.Empty<string>()]);

        Assert.Contains("this run cannot be compared: fewer than 6 repetitions\n", isDry ? tool.Output : tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_dry_run_has_every_figure_for_programs()
    {
        var tool = new ToolRun(Api(TimeSpan.FromSeconds(45)));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("submit", "blob.download", "--dry-run", "--output", "csv"));

        Assert.Equal(
            "experiment,scale,target,points,operations,bytes,isBound,seconds,requests,cost,currency,pricesOf,exceeded,notes,dataBytes,tasksAtMost,secondsAtMost\n"
            + "blob.download,quick,default,4,240,251658240,true,45,260,0.0104,USD,2026-07-01,,,0,,\n",
            tool.Output);
    }

    [Fact]
    public async Task A_dry_run_tells_programs_too_what_all_stages_take_at_most()
    {
        var known = SampleRuns.Estimate(TimeSpan.FromSeconds(10));
        var estimate = known with { Estimate = known.Estimate with { TasksAtMost = 10_000, DurationAtMost = TimeSpan.FromHours(56) } };
        var tool = new ToolRun(new StubApi(_ => throw new InvalidOperationException("nothing is submitted")) { Estimate = estimate });

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("submit", "blob.download", "--dry-run", "--output", "csv"));

        Assert.EndsWith(",10000,201600\n", tool.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("y", ExitCode.Ok, 1)]
    [InlineData("YES", ExitCode.Ok, 1)]
    [InlineData("", ExitCode.Failure, 0)]
    [InlineData("n", ExitCode.Failure, 0)]
    public async Task A_person_is_asked_before_a_run_of_hours(string answer, int code, int submitted)
    {
        var api = Api(TimeSpan.FromHours(16));
        var tool = new ToolRun(api) { Person = true, Input = answer + "\n" };

        Assert.Equal(code, await tool.RunAsync("submit", "blob.download"));

        Assert.Equal(submitted, api.Requests.Count);
        Assert.Contains(
            "no preset was named, so what was not said is as in the papers; less is measured with --preset reduced or quick it may",
            string.Join(' ', tool.Error.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
        Assert.Contains("it may take 16 h 00 min: submit it? [y/N] ", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_person_is_asked_before_a_run_whose_later_stages_may_take_hours()
    {
        var known = SampleRuns.Estimate(TimeSpan.FromMinutes(35));
        var estimate = known with { Estimate = known.Estimate with { TasksAtMost = 10_000, DurationAtMost = TimeSpan.FromHours(56) } };
        var tool = new ToolRun(new StubApi(_ => throw new InvalidOperationException("nothing is submitted")) { Estimate = estimate }) { Person = true, Input = "n\n" };

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("submit", "blob.download"));

        Assert.Contains("it may take 56 h 00 min: submit it? [y/N] ", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(16, true, "--yes")]
    [InlineData(16, false)]
    [InlineData(1, true)]
    public async Task Nobody_is_asked_who_said_yes_or_is_no_person_or_waits_an_hour_at_most(int hours, bool person, params string[] options)
    {
        var api = Api(TimeSpan.FromHours(hours));
        var tool = new ToolRun(api) { Person = person };

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(["submit", "blob.download", .. options]));

        Assert.Single(api.Requests);
        Assert.StartsWith(Sentence, tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("[y/N]", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Whoever_named_a_preset_is_not_told_to()
    {
        var tool = new ToolRun(Api(TimeSpan.FromHours(16)));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("submit", "blob.download", "--preset", "paper"));

        Assert.DoesNotContain("no preset was named", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("submit", "blob.download")]
    [InlineData("run", "blob.download", "--quiet")]
    [InlineData("rerun", SampleRuns.RunId)]
    public async Task Ctrl_C_while_a_run_is_on_its_way_says_that_there_may_be_one(params string[] arguments)
    {
        using var interruption = new CancellationTokenSource();
        var inner = Api(TimeSpan.FromSeconds(45));
        var tool = new ToolRun(new(request =>
        {
            interruption.Cancel();
            return inner.Answer(request);
        })
        {
            LosesAnswers = true,
        });

        Assert.Equal(ExitCode.Interrupted, await tool.RunAsync(interruption.Token, arguments));

        Assert.EndsWith("whether blob.download was submitted is not known; `azureperf list` shows the run, if there is one\n", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(HttpRequestError.ResponseEnded, HttpRequestError.ResponseEnded, true)]
    [InlineData(HttpRequestError.ResponseEnded, HttpRequestError.ConnectionError, true)]
    [InlineData(HttpRequestError.ConnectionError, HttpRequestError.ConnectionError, false)]
    public async Task An_answer_that_does_not_come_may_have_left_a_run_and_a_host_that_was_never_reached_has_not(
        HttpRequestError first, HttpRequestError then, bool mayBe)
    {
        var attempts = 0;
        var tool = new ToolRun(new(_ => throw new HttpRequestException(attempts++ == 0 ? first : then)));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("run", "blob.download"));

        Assert.Equal(mayBe, tool.Error.Contains("whether blob.download was submitted is not known", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Whoever_asked_too_often_has_submitted_nothing()
    {
        var tool = new ToolRun(new(_ => StubApi.Limited(3600)));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("run", "blob.download"));

        Assert.DoesNotContain("is not known", tool.Error, StringComparison.Ordinal);
    }

    private static StubApi Api(TimeSpan duration, params IReadOnlyList<SpecFault> exceeded) =>
        new(_ => StubApi.Json(SampleRuns.Run("blob.download", """{"clients":[1]}""", RunStatus.Accepted), HttpStatusCode.Accepted)) { Estimate = SampleRuns.Estimate(duration, exceeded) };
}
