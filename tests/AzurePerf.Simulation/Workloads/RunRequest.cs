using AzurePerf.Core.Runs;

namespace AzurePerf.Simulation.Workloads;

/// <summary>One run that a user asks for.</summary>
/// <param name="Key">The user's idempotency key: a submission that broke off is repeated with it.</param>
/// <param name="RunId">The run that the key makes.</param>
/// <param name="Spec">What to run.</param>
/// <param name="After">When it is submitted.</param>
/// <param name="CancelledAfter">When the user cancels it, after the submission; null for never.</param>
internal sealed record RunRequest(string Key, string RunId, RunSpec Spec, TimeSpan After, TimeSpan? CancelledAfter)
{
    /// <summary>True once the user has been told that it was accepted, and cancelled where that was wanted.</summary>
    public bool Settled { get; set; }

    /// <summary>What the account answers to each write of its points: 403 or 413; null where it takes them.</summary>
    public int? PointsRefusedWith { get; init; }
}
