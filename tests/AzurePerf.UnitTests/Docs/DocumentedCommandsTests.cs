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
            .. Directory.EnumerateFiles(RepositoryFolder.PathOf("docs"), "*.md", SearchOption.AllDirectories).Where(path => Path.GetFileName(Path.GetDirectoryName(path)) != "adr"),
        ];
        var tool = new ToolRun(ToolRun.Unused);

        var commands = pages.SelectMany(page => Command().Matches(NextLine().Replace(File.ReadAllText(page), " ")).Select(match => (Page: Path.GetFileName(page), Text: match.Groups["words"].Value))).ToArray();

        Assert.True(commands.Length > 150, $"{commands.Length} commands");
        Assert.Empty(commands.SelectMany(command => tool.FaultsOf([.. Word().Matches(command.Text).Select(word => word.Value.Trim('\'', '"'))])
            .Where(fault => fault.StartsWith("Unrecognized ", StringComparison.Ordinal) || fault.StartsWith("there is no option ", StringComparison.Ordinal)).Select(fault => $"{command.Page}: azureperf {command.Text}: {fault}")));
    }

    /// <summary>Where a word may still follow, the parser takes one that looks like an option for it.</summary>
    [Theory]
    [InlineData("compare --noise-floor default --repetition 10")]
    [InlineData("run --file f --estimate")]
    [InlineData("run sql.scale --estimate")]
    [InlineData("submit --file f --tags x")]
    public void An_option_that_there_is_none_of_is_a_fault_wherever_it_stands(string command) => Assert.Contains(
        new ToolRun(ToolRun.Unused).FaultsOf(command.Split(' ')), fault => fault.StartsWith("Unrecognized ", StringComparison.Ordinal) || fault.StartsWith("there is no option ", StringComparison.Ordinal));

    [GeneratedRegex(@"\\\n *")]
    private static partial Regex NextLine();

    /// <summary>Up to what a shell ends a command with, or the text around it.</summary>
    [GeneratedRegex("""(?<![-\w./@])azureperf (?<words>[a-z][a-z-]*(?: +(?:"[^"\n]*"|'[^'\n]*'|[^\s`;|&<>()"'#[\]]+))*)""")]
    private static partial Regex Command();

    [GeneratedRegex("""(?:"[^"\n]*"|'[^'\n]*'|[^\s"'])+""")]
    private static partial Regex Word();
}
