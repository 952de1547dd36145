namespace AzurePerf.Core.Runs;

/// <summary>One thing that is wrong with a run request.</summary>
/// <param name="Path">Where: <c>parameters.clients[2]</c>; empty for the whole body.</param>
/// <param name="Message">What is wrong and what would be right.</param>
public sealed record SpecFault(string Path, string Message);
