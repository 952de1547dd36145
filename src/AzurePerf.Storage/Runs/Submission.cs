using AzurePerf.Core.Runs;

namespace AzurePerf.Storage.Runs;

/// <summary>What came of a submission, and the run it is about.</summary>
public sealed record Submission(SubmissionOutcome Outcome, RunState Run)
{
    /// <summary>Which limits of the operator it exceeds; empty unless <see cref="ExceedsLimits"/>.</summary>
    public IReadOnlyList<SpecFault> Faults { get; init; } = [];

    /// <summary>Whether a limit of the operator kept it from being stored.</summary>
    public bool ExceedsLimits => Outcome is SubmissionOutcome.OverLimit or SubmissionOutcome.TooManyOpen;
}
