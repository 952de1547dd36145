using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Invocation;

/// <summary>What every command is told.</summary>
/// <param name="Url">Where the API is.</param>
/// <param name="Format">How data on standard output looks.</param>
/// <param name="Colour">False when the user wants none.</param>
internal sealed record GlobalArguments(Uri Url, OutputFormat Format, bool Colour);
