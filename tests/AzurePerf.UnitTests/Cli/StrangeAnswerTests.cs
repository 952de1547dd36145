using System.Net;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

/// <summary>Answers of what is no AzurePerf API of this version: the page of a proxy, another service at the port.</summary>
public sealed class StrangeAnswerTests
{
    private const string Id = "aaaaaaaaaaaaaaaaaaaa";
    private const string Question = "is it an AzurePerf API of this version?";

    [Theory]
    [InlineData("share", "revoke", Id)]
    [InlineData("schedule", "remove", Id, "--yes")]
    [InlineData("baseline", SampleRuns.RunId)]
    [InlineData("baseline", SampleRuns.RunId, "--remove")]
    public async Task A_page_of_something_else_does_not_end_or_change_anything(params string[] arguments)
    {
        var tool = new ToolRun(new(request => request.Method == "GET" ? StubApi.Json(new BaselineListResponse([])) : Page()));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync(arguments));

        Assert.Empty(tool.Output);
        Assert.Contains(Question, tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("export", SampleRuns.RunId, "--format", "csv")]
    [InlineData("export", SampleRuns.RunId, "--format", "svg", "--chart", "rate")]
    [InlineData("report", SampleRuns.RunId, "--format", "html")]
    public async Task A_page_of_something_else_replaces_no_file(params string[] arguments)
    {
        var file = Path.GetTempFileName();
        try
        {
            await File.WriteAllTextAsync(file, "of yesterday", TestContext.Current.CancellationToken);
            var api = new StubApi(_ => Page()) { NamesFiles = false };
            var (written, printed) = (new ToolRun(api), new ToolRun(api));

            Assert.Equal(ExitCode.Failure, await written.RunAsync([.. arguments, "--out", file]));
            Assert.Equal(ExitCode.Failure, await printed.RunAsync(arguments));

            Assert.Equal("of yesterday", await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
            Assert.Contains(Question, written.Error, StringComparison.Ordinal);
            Assert.Empty(printed.Output);
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Theory]
    [InlineData("{}", "list")]
    [InlineData("""{"runs":null}""", "list")]
    [InlineData("""{"a":1}""", "show", Id)]
    [InlineData("{}", "cancel", Id)]
    [InlineData("{}", "tasks", Id)]
    [InlineData("{}", "share", Id)]
    [InlineData("{}", "workers")]
    [InlineData("{}", "outcomes")]
    [InlineData("{}", "note", Id, "--text", "x")]
    [InlineData("{}", "images", "show", Id)]
    [InlineData("{}", "keys", "list")]
    public async Task A_document_of_another_service_is_none_of_the_api(string document, params string[] arguments)
    {
        var tool = new ToolRun(new(_ => StubApi.Text(document)));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync(arguments));

        Assert.Empty(tool.Output);
        Assert.Contains(Question, tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("report it", tool.Error, StringComparison.Ordinal);
    }

    private static HttpResponseMessage Page() => StubApi.Text("<html><title>Sign in</title></html>", HttpStatusCode.OK, "text/html");
}
