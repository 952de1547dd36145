using System.CommandLine;
using System.CommandLine.Parsing;
using AzurePerf.Core.Spelling;

namespace AzurePerf.Cli.Invocation;

/// <summary>What somebody probably meant who typed a command or an option that there is none of.</summary>
internal static class Misspelling
{
    /// <summary>" - did you mean --preset?", or nothing: what follows a complaint of the parser about one word of the line.</summary>
    public static string Question(ParseResult parsed, string complaint) =>
        parsed.UnmatchedTokens.FirstOrDefault(token => complaint.Contains($"'{token}'", StringComparison.Ordinal)) is { } typed
            ? NearestWord.Question(
                typed, typed.StartsWith('-') ? Options(parsed.CommandResult.Command) : Commands(parsed.CommandResult.Command))
            : "";

    /// <summary>Words that look like options and were taken for the value of an argument, because no option has this name.</summary>
    public static IReadOnlyList<string> TakenForValues(ParseResult parsed) => parsed.Tokens.Any(token => token.Type == TokenType.DoubleDash)
        ? []
        : [.. parsed.CommandResult.Children.OfType<ArgumentResult>().SelectMany(argument => argument.Tokens).Select(token => token.Value)
            .Where(value => value.StartsWith("--", StringComparison.Ordinal))];

    /// <summary>The complaint about such a word.</summary>
    public static string Complaint(ParseResult parsed, string typed) =>
        $"there is no option '{typed}' of this command{NearestWord.Question(typed, Options(parsed.CommandResult.Command))}";

    private static IEnumerable<string> Commands(Command command) =>
        command.Subcommands.Where(known => !known.Hidden).Select(known => known.Name);

    private static IEnumerable<string> Options(Command command) =>
        [.. command.Options.Select(option => option.Name),
            .. command.Parents.OfType<Command>()
                .SelectMany(parent => parent.Options.Where(option => option.Recursive).Select(option => option.Name))];
}
