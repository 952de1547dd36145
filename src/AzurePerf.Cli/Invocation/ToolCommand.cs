using System.CommandLine;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Invocation;

/// <summary>A command that carries examples for its help.</summary>
internal abstract class ToolCommand(string name, string description, params IReadOnlyList<string> examples) : Command(name, description)
{
    public IReadOnlyList<string> Examples { get; } = examples;

    /// <summary>For a command that does nothing itself: without one of those below it, it is refused with their names.</summary>
    protected void RequireSubcommand() => SetAction(int (_) => throw CommandFailure.Usage(
        $"name a command: {string.Join(", ", Subcommands.Select(command => command.Name))}; `azureperf {Name} --help` explains them"));
}
