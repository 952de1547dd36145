using System.Text.RegularExpressions;
using AzurePerf.Cli.Output;
using AzurePerf.UnitTests.Cli;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed partial class CliPageTests
{
    private static string Page => File.ReadAllText(RepositoryFolder.PathOf("docs/cli.md"));

    [Fact]
    public async Task The_page_has_every_command_with_an_example()
    {
        var tool = new ToolRun(ToolRun.Unused);
        Assert.Equal(ExitCode.Usage, await tool.RunAsync());
        var commands = Commands().Match(tool.Error).Groups[1].Value.Split(", ");

        Assert.True(commands.Length > 15);
        Assert.All(commands, command => Assert.Matches($@"(?m)^- `azureperf {command}\b[^`]*`: ", Page));
    }

    [Fact]
    public void The_page_has_every_exit_code() => Assert.All(ExitCode.All, entry => Assert.Contains($"- {entry.Code}: {entry.Meaning}\n", Page, StringComparison.Ordinal));

    [GeneratedRegex("name a command: (.+?);")]
    private static partial Regex Commands();
}
