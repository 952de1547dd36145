using System.Net;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class ResubmissionCommandsTests
{
    private static RunResponse Accepted => SampleRuns.Run("blob.download", """{"clients":[1]}""", RunStatus.Accepted);

    [Theory]
    [InlineData("retry", "")]
    [InlineData("rerun", """{"seed":"same"}""")]
    [InlineData("rerun", """{"seed":"new"}""", "--new-seed")]
    [InlineData("clone", "{}")]
    [InlineData("clone", """{"target":"west","parameters":{"clients":[64,128]},"tags":{"a":"b"}}""", "--set", "clients=64,128", "--target", "west", "--tag", "a=b")]
    public async Task A_run_is_made_from_an_earlier_one_under_a_key(string verb, string body, params string[] options)
    {
        var api = new StubApi(_ => StubApi.Json(Accepted, HttpStatusCode.Accepted));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync([verb, SampleRuns.RunId, .. options]));

        var request = Assert.Single(api.Requests, request => request.Method != "GET");
        Assert.Equal(("POST", $"/api/v1/runs/{SampleRuns.RunId}/{verb}", body), (request.Method, request.Path, request.Body));
        Assert.Equal(20, request.IdempotencyKey?.Length);
        Assert.StartsWith(SampleRuns.RunId + "\n", tool.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("note")]
    [InlineData("annotate")]
    public async Task Notes_and_tags_are_changed_in_one_request_also_by_the_old_name(string command)
    {
        var api = new StubApi(_ => StubApi.Json(new NoteListResponse(
            SampleRuns.RunId, new Dictionary<string, string> { ["verdict"] = "good" }, [new(SampleRuns.Submitted, "somebody", "throttled\n\e[2Jscreen")])));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(command, SampleRuns.RunId, "--text", "throttled", "--tag", "verdict=good", "--untag", "draft"));

        var request = Assert.Single(api.Requests);
        Assert.Equal(("PATCH", """{"text":"throttled","tags":{"verdict":"good","draft":null}}"""), (request.Method, request.Body));
        Assert.Equal("tags: verdict=good\n2026-08-01 10:20 UTC somebody: throttled [2Jscreen\n", tool.Output);
    }

    [Fact]
    public async Task Old_names_of_commands_are_not_offered()
    {
        var tool = new ToolRun(new(_ => StubApi.Json(new { })));

        await tool.RunAsync("--help");

        Assert.Contains("note", tool.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("annotate", tool.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("GET /api/v1/baselines")]
    [InlineData("PUT /api/v1/runs/abcdefghij2345672345/baseline, GET /api/v1/baselines", SampleRuns.RunId)]
    [InlineData("DELETE /api/v1/runs/abcdefghij2345672345/baseline, GET /api/v1/baselines", SampleRuns.RunId, "--remove")]
    public async Task Baselines_are_marked_taken_away_and_listed(string requests, params string[] arguments)
    {
        var baseline = new BaselineResponse("default", "blob.download", SampleRuns.RunId, "local", SampleRuns.Submitted);
        var api = new StubApi(request => request.Method switch
        {
            "PUT" => StubApi.Json(baseline),
            "DELETE" => new(HttpStatusCode.NoContent),
            _ => StubApi.Json(new BaselineListResponse([baseline])),
        });
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(["baseline", .. arguments, "--output", "csv"]));

        Assert.Equal(requests, string.Join(", ", api.Requests.Select(request => $"{request.Method} {request.Path}")));
        Assert.Contains("blob.download,default,abcdefghij2345672345,", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_list_takes_filters_and_as_many_pages_as_it_needs()
    {
        var item = new RunListItem(SampleRuns.RunId, RunStatus.Failed, "", "blob.download", "", "default", "quick", "local", SampleRuns.Submitted, null, new Dictionary<string, string>());
        var api = new StubApi(request => StubApi.Json(new RunListResponse([.. Enumerable.Repeat(item, request.Path.Contains("limit=100", StringComparison.Ordinal) ? 100 : 200)])
        {
            Next = request.Path.Contains("cursor", StringComparison.Ordinal) ? null : "/api/v1/runs?limit=200&state=failed&cursor=abc",
        }));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("list", "--limit", "300", "--state", "failed", "--tag", "region=west europe", "--tag", "team", "--output", "csv"));

        Assert.Equal(["/api/v1/runs?limit=200&state=failed&tag=region%3Dwest%20europe&tag=team", "/api/v1/runs?limit=100&state=failed&cursor=abc"], api.Requests.Select(request => request.Path));
        Assert.Equal(301, tool.Output.Count(character => character == '\n'));
    }

    [Theory]
    [InlineData("bash")]
    [InlineData("zsh")]
    [InlineData("fish")]
    [InlineData("pwsh")]
    public async Task A_shell_gets_a_script_that_asks_the_command_itself(string shell)
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("completion", shell));

        Assert.Contains("azureperf \"[suggest:", tool.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("azureperf re", "report rerun retry")]
    [InlineData("azureperf list --st", "--state")]
    [InlineData("azureperf completion ", "bash fish pwsh zsh")]
    public async Task The_command_says_how_a_line_may_go_on(string line, string expected)
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync($"[suggest:{line.Length}]", line));

        // The shell keeps what begins as the word that is typed.
        var typed = line[(line.LastIndexOf(' ') + 1)..];
        var words = tool.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Where(word => word.StartsWith(typed, StringComparison.Ordinal) && (word[0] != '-' || typed.StartsWith('-'))).Order(StringComparer.Ordinal);
        Assert.Equal(expected, string.Join(' ', words));
    }
}
