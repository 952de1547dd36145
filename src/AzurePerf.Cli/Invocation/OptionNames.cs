using System.CommandLine;
using System.Text.Json;

namespace AzurePerf.Cli.Invocation;

/// <summary>How a member of a request that is wrong is called on the command line.</summary>
internal static class OptionNames
{
    /// <summary>The option or argument of a command that gives a member; null when it has none for it.</summary>
    /// <param name="command">The command that sent the request.</param>
    /// <param name="path">As problem documents name members: parameters.clients[1], run.preset, jitterSeconds.</param>
    public static string? Of(Command command, string path)
    {
        var own = path.StartsWith("run.", StringComparison.Ordinal) ? path["run.".Length..] : path;
        var (member, rest) = own.Split(['.', '['], 2) is [var first, var after] ? (first, after) : (own, "");
        var kebab = JsonNamingPolicy.KebabCaseLower.ConvertName(member);
        return member switch
        {
            "parameters" => Option(command, "--set", rest.Split('[')[0])
                ?? Option(command, "--" + JsonNamingPolicy.KebabCaseLower.ConvertName(rest.Split('[')[0])),
            "tags" => Option(command, "--tag", rest.Split('[')[0]),
            "expiresInDays" => Option(command, "--expires-days"),
            _ =>
                command.Arguments.Select(argument => argument.Name)
                    .FirstOrDefault(name => name.Equals(member, StringComparison.OrdinalIgnoreCase))
                // Options leave out the unit that a member ends in.
                ?? command.Options.Select(option => option.Name)
                    .FirstOrDefault(name => ("--" + kebab + "-").StartsWith(name + "-", StringComparison.Ordinal)),
        };
    }

    private static string? Option(Command command, string name, string value = "") =>
        command.Options.Any(option => option.Name == name) ? value.Length > 0 ? $"{name} {value}" : name : null;
}
