namespace AzurePerf.Cli.Runs;

/// <summary>That a run is followed.</summary>
/// <param name="Limit">For how long; null to its end.</param>
/// <param name="AllowsFailures">True when combinations without a success do not make the command fail.</param>
internal sealed record Waiting(TimeSpan? Limit, bool AllowsFailures);
