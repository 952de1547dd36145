using System.CommandLine;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Sources;

/// <summary>`azureperf source` and the commands below it.</summary>
internal sealed class SourceCommand : ToolCommand
{
    public SourceCommand(Func<ParseResult, Session> open)
        : base("source", "Archives that satellite images come from.", "azureperf source serve")
    {
        Add(new ServeSourceCommand(open));
        SetAction(int (_) => throw CommandFailure.Usage("name what to do: serve"));
    }
}
