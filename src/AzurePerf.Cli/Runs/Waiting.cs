namespace AzurePerf.Cli.Runs;

/// <summary>That a run is followed.</summary>
/// <param name="Limit">For how long; null to its end.</param>
internal sealed record Waiting(TimeSpan? Limit);
