using AzurePerf.Core.Runs;

namespace AzurePerf.Storage.Runs;

/// <summary>What came of a submission, and the run it is about.</summary>
public sealed record Submission(SubmissionOutcome Outcome, RunState Run)
{
    /// <summary>Which limits of the operator it exceeds; empty but for <see cref="SubmissionOutcome.OverLimit"/> and <see cref="SubmissionOutcome.TooManyOpen"/>.</summary>
    public IReadOnlyList<SpecFault> Faults { get; init; } = [];
}
