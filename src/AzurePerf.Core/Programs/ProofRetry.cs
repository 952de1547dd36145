namespace AzurePerf.Core.Programs;

/// <summary>When a worker whose proof of the sandbox failed tries again: a full disk, little memory or a launcher that did not start may be
/// over by then.</summary>
public static class ProofRetry
{
    private const int MostDoublings = 5;
    private static readonly TimeSpan First = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(30);

    /// <summary>How long nothing is tried after a proof that failed: a minute, each time twice as long, half an hour at most.</summary>
    /// <param name="failures">Proofs that failed one after the other, from 1.</param>
    public static TimeSpan PauseAfter(int failures)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(failures, 1);
        var pause = First * (1 << Math.Min(failures - 1, MostDoublings));
        return pause < Longest ? pause : Longest;
    }
}
