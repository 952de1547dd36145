using System.CommandLine;
using System.Text.Json;

namespace AzurePerf.Cli.Invocation;

/// <summary>How a member of a request that is wrong is called on the command line.</summary>
internal static class OptionNames
{
    private const string File = "--file";

    /// <summary>The option or argument of a command that gives a member, or that gave the file it is from; null when it has none for
    /// it.</summary>
    /// <param name="parsed">The command that sent the request.</param>
    /// <param name="path">As problem documents name members: parameters.clients[1], run.preset, jitterSeconds.</param>
    public static string? Of(ParseResult parsed, string path)
    {
        var command = parsed.CommandResult.Command;
        var own = path.StartsWith("run.", StringComparison.Ordinal) ? path["run.".Length..] : path;
        var (member, rest) = own.Split(['.', '['], 2) is [var first, var after] ? (first, after) : (own, "");
        var part = rest.Split('[')[0];
        var kebab = JsonNamingPolicy.KebabCaseLower.ConvertName(member);
        return member switch
        {
            "parameters" => Option(parsed, "--set", part) ?? Option(parsed, "--" + JsonNamingPolicy.KebabCaseLower.ConvertName(part)),
            "tags" => Option(parsed, "--tag", part),
            "expiresInDays" => Option(parsed, "--expires-days"),
            "notify" => Option(parsed, "--mail"),
            _ =>
                command.Arguments.FirstOrDefault(argument => argument.Name.Equals(member, StringComparison.OrdinalIgnoreCase))
                    is { } argument ? Given(parsed, argument, argument.Name)
                // Options leave out the unit that a member ends in.
                : command.Options.FirstOrDefault(option => ("--" + kebab + "-").StartsWith(option.Name + "-", StringComparison.Ordinal))
                    is { } option ? Given(parsed, option, option.Name)
                : member == "target" ? Option(parsed, "--noise-floor") : null,
        } ?? (IsFileGiven(parsed) ? File : null);
    }

    private static string? Option(ParseResult parsed, string name, string value = "") =>
        parsed.CommandResult.Command.Options.FirstOrDefault(option => option.Name == name) is { } option
            ? Given(parsed, option, value.Length > 0 ? $"{name} {value}" : name, value)
            : null;

    /// <summary>What it is called, or the file, where a file was given and this was not.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="symbol">The option or argument.</param>
    /// <param name="called">Its name, with that of the value.</param>
    /// <param name="value">Of an option for several values, the one that counts.</param>
    private static string Given(ParseResult parsed, Symbol symbol, string called, string value = "") =>
        Words(parsed, symbol).Any(word => value.Length == 0 || word.StartsWith(value + "=", StringComparison.Ordinal))
            || !IsFileGiven(parsed)
            ? called
            : File;

    private static bool IsFileGiven(ParseResult parsed) =>
        parsed.CommandResult.Command.Options.FirstOrDefault(option => option.Name == File) is { } file && Words(parsed, file).Any();

    private static IEnumerable<string> Words(ParseResult parsed, Symbol symbol) =>
        parsed.GetResult(symbol)?.Tokens.Select(token => token.Value) ?? [];
}
