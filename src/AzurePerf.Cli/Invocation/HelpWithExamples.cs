using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
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
        (SettingsFile.Variable, "file with url, keyFile, output, color and quiet as JSON [~/.config/azureperf.json]"),
        ("AZUREPERF_CONTROL", "the storage account that up and demo keep their own state in"),
        ("AZUREPERF_TARGET", "the storage account that up and demo measure"),
        ("NO_COLOR", "no colours, whatever its value"),
    ];

    public override bool ClearsParseErrors => true;

    public override int Invoke(ParseResult parseResult)
    {
        var code = standard.Invoke(parseResult);
        var output = parseResult.InvocationConfiguration.Output;
        var command = parseResult.CommandResult.Command;
        Write(output, "Examples:", command is ToolCommand tool ? tool.Examples : RootExamples);
        if (command is RootCommand)
        {
            Write(output, "Exit codes:", ExitCode.All.Select(entry => FormattableString.Invariant($"{entry.Code,-4} {entry.Meaning}")));
            Write(output, "Environment:", Variables.Select(variable => $"{variable.Name,-18} {variable.Meaning}"));
        }

        return code;
    }

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
