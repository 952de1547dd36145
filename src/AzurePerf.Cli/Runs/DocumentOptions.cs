using System.CommandLine;
using System.CommandLine.Parsing;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Runs;

/// <summary>Options of commands that write what they show as a document to keep or send.</summary>
internal sealed class DocumentOptions
{
    /// <summary>What is typed, and what the API calls it.</summary>
    private static readonly Dictionary<string, string> Formats = new() { ["html"] = "html", ["markdown"] = "md", ["md"] = "md" };

    private readonly Option<string?> _format = new("--format")
    {
        Description = "html: one file with charts that needs no server; markdown: for the summary of a build.",
    };
    private readonly Option<FileInfo?> _out = PathOption.File(
        "--out", "The file to write, in place of standard output; with --format.");

    public DocumentOptions() => _format.AcceptOnlyFromAmong([.. Formats.Keys]);

    /// <summary>Adds both to a command, with the rule that one needs the other.</summary>
    public void AddTo(Command command)
    {
        command.Add(_format);
        command.Add(_out);
        command.Validators.Add(result =>
        {
            if (!IsGiven(result) && result.GetValue(_out) is not null)
            {
                result.AddError("--out needs --format");
            }
        });
    }

    /// <summary>Whether a document is asked for; its format may be one that is refused.</summary>
    public bool IsGiven(CommandResult result) => result.GetResult(_format) is not null;

    /// <summary>Null where none is asked for.</summary>
    public DocumentRequest? Read(ParseResult parsed) =>
        parsed.GetValue(_format) is { } format ? new(Formats[format], parsed.GetValue(_out)) : null;
}

/// <summary>A document that is asked for.</summary>
/// <param name="Format">As the API calls it: html or md.</param>
/// <param name="File">Where to; null for standard output.</param>
internal sealed record DocumentRequest(string Format, FileInfo? File);
