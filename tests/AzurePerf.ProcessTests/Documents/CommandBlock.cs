using System.Text.RegularExpressions;
using AzurePerf.ProcessTests.Deployment;

namespace AzurePerf.ProcessTests.Documents;

/// <summary>Commands of a document for a shell, with the comment above them that readers do not see: where they are typed.</summary>
/// <param name="Terminals">first, second, or both: one after the other.</param>
/// <param name="Until">What is said when a command that stays is ready; empty for commands that end.</param>
/// <param name="IsYours">True where the document says that readers put their own values in.</param>
/// <param name="Text">The commands, as they stand in the document.</param>
internal sealed partial record CommandBlock(IReadOnlyList<string> Terminals, string Until, bool IsYours, string Text)
{
    public const string First = "first";
    public const string Second = "second";

    private static readonly string[] Both = [First, Second];

    /// <summary>All blocks of a document in order; fails where one does not say where it is typed.</summary>
    public static IReadOnlyList<CommandBlock> ReadAll(string document)
    {
        var text = File.ReadAllText(Path.Combine(DotnetCommand.Repository, document)).ReplaceLineEndings("\n");
        var blocks = Block().Matches(text);
        Assert.All(blocks, block => Assert.True(block.Groups["where"].Success, $"{document} does not say where this is typed:\n{block.Groups["commands"].Value}"));
        return [.. blocks.Select(block => new CommandBlock(
            block.Groups["where"].Value == "both" ? Both : [block.Groups["where"].Value],
            block.Groups["until"].Value, block.Groups["yours"].Success, block.Groups["commands"].Value))];
    }

    [GeneratedRegex(@"(?:^<!-- terminal: (?<where>both|first|second)(?<yours>, yours)?(?:, until (?<until>[^\n]+?))? -->\n)?^ *```\w*\n(?<commands>.*?)^ *```$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Block();
}
