using System.Net;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Shares;
using AzurePerf.Core.Views;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class ShareCommandTests
{
    private const string Other = "candidateaaaaaaaaaaa";
    private const string Link = "http://127.0.0.1:5080/shared/azs_secret";
    private static readonly DateTimeOffset Then = new(2026, 3, 14, 9, 26, 53, TimeSpan.Zero);

    private static ShareResponse Share(string? link = null) => new(
        "aaaaaaaaaaaaaaaaaaaa", "/runs/" + SampleRuns.RunId, ViewedPage.Run, ShareState.Active, "ann", Then, Then.AddDays(7), null, null, null, link);

    [Fact]
    public async Task The_link_is_printed_and_nothing_else_on_standard_output()
    {
        var api = new StubApi(_ => StubApi.Json(Share(Link), HttpStatusCode.Created));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("share", SampleRuns.RunId, "--days", "30"));

        Assert.Equal(Link + "\n", tool.Output);
        Assert.Contains("not shown again", tool.Error, StringComparison.Ordinal);
        var request = api.Requests.Single(one => one.Method == "POST");
        Assert.Equal("/api/v1/shares", request.Path);
        Assert.Equal($$"""{"address":"/runs/{{SampleRuns.RunId}}","expiresInHours":720}""", request.Body);
    }

    [Fact]
    public async Task Several_runs_are_shared_as_their_comparison()
    {
        var api = new StubApi(_ => StubApi.Json(Share(Link), HttpStatusCode.Created));

        Assert.Equal(ExitCode.Ok, await new ToolRun(api).RunAsync("share", SampleRuns.RunId, Other));

        Assert.Equal($$"""{"address":"/compare?runs={{SampleRuns.RunId}},{{Other}}"}""", api.Requests.Single(one => one.Method == "POST").Body);
    }

    [Fact]
    public async Task Links_are_listed_and_ended_by_their_ids()
    {
        var api = new StubApi(request => request.Method == "DELETE" ? StubApi.Text("", HttpStatusCode.NoContent) : StubApi.Json(new ShareListResponse([Share()], [])));
        var (list, revoke) = (new ToolRun(api), new ToolRun(api));

        Assert.Equal(ExitCode.Ok, await list.RunAsync("share", "list"));
        Assert.Equal(ExitCode.Ok, await revoke.RunAsync("share", "revoke", "aaaaaaaaaaaaaaaaaaaa"));

        Assert.Contains("/runs/" + SampleRuns.RunId, list.Output, StringComparison.Ordinal);
        Assert.Equal("aaaaaaaaaaaaaaaaaaaa revoked\n", revoke.Output);
        Assert.Contains(api.Requests, request => request.Path == "/api/v1/shares/aaaaaaaaaaaaaaaaaaaa");
    }

    [Fact]
    public async Task Of_a_link_without_an_answer_it_is_said_that_it_may_be_there()
    {
        var tool = new ToolRun(new(_ => throw new HttpRequestException(HttpRequestError.ResponseEnded)));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("share", SampleRuns.RunId));

        Assert.Contains("whether the link was made is not known; `azureperf share list` shows it", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Of_a_link_that_nobody_gets_it_is_said_which_and_what_to_do()
    {
        var tool = new ToolRun(new(_ => StubApi.Json(Share(Link), HttpStatusCode.Created))) { IsAbandoned = true };

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("share", SampleRuns.RunId));

        Assert.EndsWith("nobody has the link aaaaaaaaaaaaaaaaaaaa, which was made: revoke it, `azureperf share revoke aaaaaaaaaaaaaaaaaaaa`\n", tool.Error, StringComparison.Ordinal);
        Assert.Empty(tool.Output);
    }

    [Fact]
    public async Task Without_a_run_it_says_what_to_name()
    {
        var tool = new ToolRun(new(_ => StubApi.Text("")));

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("share"));
        Assert.Contains("name the run to share", tool.Error, StringComparison.Ordinal);
    }
}
