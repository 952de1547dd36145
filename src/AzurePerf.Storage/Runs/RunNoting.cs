namespace AzurePerf.Storage.Runs;

/// <summary>What came of a change of what is noted about a run.</summary>
/// <param name="Outcome">Whether it was made.</param>
/// <param name="Run">The run as it is stored; null when there is none.</param>
public sealed record RunNoting(NotingOutcome Outcome, RunWithStages? Run);
