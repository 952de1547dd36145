using System.CommandLine;

namespace AzurePerf.Cli.Runs;

/// <summary>The argument that names a run.</summary>
internal static class RunArgument
{
    public static Argument<string> Create() => new("RUN") { Description = "The run's id, or the beginning of it." };
}
