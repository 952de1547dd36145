using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.Globalization;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Invocation;

/// <summary>The usual help, then examples; on the root command also exit codes and environment variables.</summary>
internal sealed class HelpWithExamples(HelpAction standard) : SynchronousCommandLineAction
{
    private static readonly string[] RootExamples =
    [
        "azureperf demo",
        "azureperf run blob.download --preset reduced",
        "azureperf show 4x2k --output csv",
    ];

    private static readonly (string Name, string Meaning)[] Variables =
    [
        (GlobalOptions.UrlVariable, "where the API is, unless --url says so"),
        (KeySource.Variable, "the key for a host that asks for one, unless --key-file names a file"),
        (SettingsFile.Variable, "file with url, keyFile, output, color and quiet as JSON [" + SettingsFile.UsualPlace + "]"),
        ("AZUREPERF_CONTROL", "the storage account that up and demo keep their own state in"),
        ("AZUREPERF_TARGET", "the storage account that up and demo measure"),
        ("NO_COLOR", "no colours, unless it is empty"),
    ];

    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        var configuration = parseResult.InvocationConfiguration;
        var output = configuration.Output;
        var command = parseResult.CommandResult.Command;
        using var text = new StringWriter(CultureInfo.InvariantCulture) { NewLine = output.NewLine };
        configuration.Output = text;
        var ofOthers = command.Parents.OfType<Command>().SelectMany(parent => parent.Arguments)
            .Where(argument => !argument.Hidden).ToArray();
        Hide(ofOthers, true);
        var code = standard.Invoke(parseResult);
        Hide(ofOthers, false);
        configuration.Output = output;
        output.Write(WithNamesOfCommands(text.ToString(), command, output.NewLine));
        Write(output, "Examples:", command is ToolCommand tool ? tool.Examples : RootExamples);
        if (command is RootCommand)
        {
            Write(output, "Exit codes:", ExitCode.All.SelectMany(entry => Wrap($"{entry.Code}", 5, entry.Meaning)));
            Write(output, "Environment:", Variables.SelectMany(variable => Wrap(variable.Name, 19, variable.Meaning)));
        }

        return code;
    }

    /// <summary>The standard help of a command names the arguments of the one above it, which it does not take.</summary>
    private static void Hide(IReadOnlyList<Argument> ofOthers, bool hidden)
    {
        foreach (var argument in ofOthers)
        {
            argument.Hidden = hidden;
        }
    }

    /// <summary>The standard list of commands names their arguments too, and shows those that may be left out as if they were needed: each
    /// command's own help says what it takes.</summary>
    private string WithNamesOfCommands(string help, Command command, string newLine)
    {
        var heading = "Commands:" + newLine;
        var start = help.IndexOf(heading, StringComparison.Ordinal);
        if (start < 0)
        {
            return help;
        }

        var commands = command.Subcommands.Where(one => !one.Hidden).ToArray();
        var column = commands.Max(one => one.Name.Length) + 2;
        var lines = commands.SelectMany(one => Wrap(one.Name, column, one.Description ?? "")).Select(line => "  " + line + newLine);
        var end = help.IndexOf(newLine + newLine, start, StringComparison.Ordinal);
        return help[..start] + heading + string.Concat(lines) + (end < 0 ? "" : help[(end + newLine.Length)..]);
    }

    /// <summary>A term and its meaning, next to it on as many lines as it takes.</summary>
    private IEnumerable<string> Wrap(string term, int column, string meaning) =>
        Sheet.Terminal(standard.MaxWidth - 2, emphasises: false).Wrap(meaning, term.PadRight(column), new(' ', column));

    private static void Write(TextWriter output, string heading, IEnumerable<string> lines)
    {
        output.WriteLine(heading);
        foreach (var line in lines)
        {
            output.WriteLine("  " + line);
        }

        output.WriteLine();
    }
}
