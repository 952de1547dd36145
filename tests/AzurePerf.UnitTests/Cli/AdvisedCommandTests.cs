using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.UnitTests.Access;
using AzurePerf.UnitTests.Programs;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class AdvisedCommandTests
{
    private static StubApi NoRuns => new(_ => StubApi.Json(new RunListResponse([])));

    [Theory]
    [InlineData("https://perf.example", " --url https://perf.example", "--url", "https://perf.example")]
    [InlineData("", "")]
    public async Task A_command_that_is_advised_reaches_the_same_address_when_it_is_pasted(string address, string options, params string[] given)
    {
        var (list, missing) = (new ToolRun(NoRuns), new ToolRun(NoRuns));
        if (address.Length == 0)
        {
            list.Environment["AZUREPERF_URL"] = missing.Environment["AZUREPERF_URL"] = "https://perf.example";
        }

        Assert.Equal(ExitCode.Ok, await list.RunAsync(["list", .. given]));
        Assert.Equal(ExitCode.Usage, await missing.RunAsync(["show", "zzz", .. given]));

        Assert.Contains($"`azureperf submit blob.download --preset quick{options}` starts one", list.Output, StringComparison.Ordinal);
        Assert.Contains($"`azureperf list{options}` shows them", missing.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Its_key_file_is_repeated_and_no_key()
    {
        using var folder = new TemporaryFolder();
        var file = folder.Write("ann's key", SampleKeys.Text);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        var tool = new ToolRun(NoRuns);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("--key-file", file, "list", "--state", "failed"));

        Assert.Contains($"`azureperf list --key-file \"{file}\"` without filters", tool.Output, StringComparison.Ordinal);
        Assert.DoesNotContain(SampleKeys.Text, tool.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("start `azureperf up`", "start `azureperf up`")]
    [InlineData("`azureperf watch a` comes back, `azureperf cancel a` stops it", "`azureperf watch a --url x` comes back, `azureperf cancel a --url x` stops it")]
    [InlineData("`azureperf keys create --first NAME` makes it", "`azureperf keys create --first NAME` makes it")]
    [InlineData("`azureperf --help` explains it", "`azureperf --help` explains it")]
    public void Commands_that_ask_no_api_stay_as_they_are(string sentence, string completed) =>
        Assert.Equal(completed, AdvisedCommand.Complete(sentence, " --url x"));

    [Theory]
    [InlineData("--url", "https://ann:secret@perf.example")]
    [InlineData("--url", "https://perf.example/?key=secret")]
    [InlineData("--key-file", "$(secret)")]
    public void What_is_refused_or_what_a_shell_would_carry_out_is_not_repeated(string option, string value)
    {
        var root = new System.CommandLine.RootCommand();
        var globals = new GlobalOptions(null!);
        globals.AddTo(root);

        Assert.Equal("", globals.GivenIn(root.Parse([option, value])));
    }
}
