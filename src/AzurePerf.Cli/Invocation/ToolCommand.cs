using System.CommandLine;

namespace AzurePerf.Cli.Invocation;

/// <summary>A command that carries examples for its help.</summary>
internal abstract class ToolCommand(string name, string description, params IReadOnlyList<string> examples) : Command(name, description)
{
    public IReadOnlyList<string> Examples { get; } = examples;
}
