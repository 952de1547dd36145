using System.Net;
using AzurePerf.Cli.Output;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class ExportCommandTests
{
    private const string Content = "runId,experiment\na,b\n";

    [Fact]
    public async Task Without_a_file_the_export_goes_to_standard_output_as_it_is()
    {
        var api = new StubApi(_ => StubApi.Text(Content, contentType: "text/csv"));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("export", SampleRuns.RunId, "--format", "csv"));

        Assert.Equal(Content, tool.Output);
        Assert.Contains($"/api/v1/runs/{SampleRuns.RunId}/export?format=csv", api.Requests.Select(request => request.Path));
    }

    [Fact]
    public async Task A_file_gets_the_same_bytes_and_standard_output_nothing()
    {
        var folder = Directory.CreateTempSubdirectory();
        try
        {
            var file = Path.Combine(folder.FullName, "a.hlog");
            var tool = new ToolRun(new(_ => StubApi.Text(Content, contentType: "text/plain")));

            Assert.Equal(ExitCode.Ok, await tool.RunAsync("export", SampleRuns.RunId, "--format", "hlog", "--out", file));

            Assert.Equal(Content, await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
            Assert.Empty(tool.Output);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public async Task A_file_that_cannot_be_written_is_said()
    {
        var tool = new ToolRun(new(_ => StubApi.Text(Content)));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("export", SampleRuns.RunId, "--format", "hlog", "--out", Path.Combine(Path.GetTempPath(), "no", "such", "folder", "a")));

        Assert.Contains("cannot be written", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("export", SampleRuns.RunId)]
    [InlineData("export", SampleRuns.RunId, "--format", "xml")]
    public async Task A_format_is_needed_and_must_be_one_of_three(params string[] arguments) =>
        Assert.Equal(ExitCode.Usage, await new ToolRun(ToolRun.Unused).RunAsync(arguments));

    [Fact]
    public async Task A_run_that_is_not_there_is_said()
    {
        var tool = new ToolRun(new(_ => StubApi.Problem(HttpStatusCode.NotFound, """{"title":"There is nothing at this address","status":404,"detail":"there is no run with this id"}""")));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("export", SampleRuns.RunId, "--format", "csv"));

        Assert.Contains("there is no run with this id", tool.Error, StringComparison.Ordinal);
    }
}
