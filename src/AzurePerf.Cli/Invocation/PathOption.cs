using System.CommandLine;
using System.CommandLine.Parsing;

namespace AzurePerf.Cli.Invocation;

/// <summary>Options that name a file or a folder to write, with a complaint of their own about an empty name.</summary>
internal static class PathOption
{
    /// <summary>An option that is null when it is not given.</summary>
    public static Option<FileInfo?> File(string name, string description, string helpName = "FILE") => new(name)
    {
        Description = description,
        HelpName = helpName,
        CustomParser = result => Read(result, $"{name}: name a file") is { } path ? new FileInfo(path) : null,
    };

    /// <summary>An option that must be given.</summary>
    public static Option<DirectoryInfo> Folder(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "DIR",
        Required = true,
        CustomParser = result => Read(result, $"{name}: name a folder") is { } path ? new DirectoryInfo(path) : null,
    };

    private static string? Read(ArgumentResult result, string complaint)
    {
        if (result.Tokens[0].Value is var path && !string.IsNullOrWhiteSpace(path))
        {
            return path;
        }

        result.AddError(complaint);
        return null;
    }
}
