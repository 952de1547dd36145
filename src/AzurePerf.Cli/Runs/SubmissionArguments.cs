namespace AzurePerf.Cli.Runs;

/// <summary>How a run is submitted.</summary>
/// <param name="DryRun">Not at all: only what it would come to is said.</param>
/// <param name="Yes">Without a question, however long it takes.</param>
/// <param name="Waiting">How it is followed; null for not at all.</param>
internal sealed record SubmissionArguments(bool DryRun, bool Yes, Waiting? Waiting);
