using System.Text.RegularExpressions;
using AzurePerf.UnitTests.Cli;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed partial class DocumentedCommandsTests
{
    [Fact]
    public void The_tool_knows_every_command_and_option_that_a_page_gives()
    {
        string[] pages =
        [
            RepositoryFolder.PathOf("README.md"), RepositoryFolder.PathOf("SECURITY.md"),
            .. Directory.EnumerateFiles(RepositoryFolder.PathOf("docs"), "*.md", SearchOption.AllDirectories).Where(path => !path.Contains("/adr/", StringComparison.Ordinal)),
        ];
        var tool = new ToolRun(ToolRun.Unused);

        var commands = pages.SelectMany(page => Command().Matches(NextLine().Replace(File.ReadAllText(page), " ")).Select(match => (Page: Path.GetFileName(page), Text: match.Groups["words"].Value))).ToArray();

        Assert.True(commands.Length > 150, $"{commands.Length} commands");
        Assert.Empty(commands.SelectMany(command => tool.FaultsOf([.. Word().Matches(command.Text).Select(word => word.Value.Trim('\'', '"'))])
            .Where(fault => fault.StartsWith("Unrecognized ", StringComparison.Ordinal)).Select(fault => $"{command.Page}: azureperf {command.Text}: {fault}")));
    }

    [GeneratedRegex(@"\\\n *")]
    private static partial Regex NextLine();

    /// <summary>Up to what a shell ends a command with, or the text around it.</summary>
    [GeneratedRegex("""(?<![-\w./@])azureperf (?<words>[a-z][a-z-]*(?: +(?:"[^"\n]*"|'[^'\n]*'|[^\s`;|&<>()"'#[\]]+))*)""")]
    private static partial Regex Command();

    [GeneratedRegex("""(?:"[^"\n]*"|'[^'\n]*'|[^\s"'])+""")]
    private static partial Regex Word();
}
