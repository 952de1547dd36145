using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Invocation;

/// <summary>What every command is told.</summary>
/// <param name="Url">Where the API is.</param>
/// <param name="Format">How data on standard output looks.</param>
/// <param name="Colour">False when the user wants none.</param>
/// <param name="Quiet">True when the user wants data and errors, and nothing of how it goes.</param>
/// <param name="KeyFile">File with the key; null for the environment's, if it has one.</param>
internal sealed record GlobalArguments(Uri Url, OutputFormat Format, bool Colour, bool Quiet, string? KeyFile = null);
