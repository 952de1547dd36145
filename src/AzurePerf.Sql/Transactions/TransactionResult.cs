using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>How a transaction ended.</summary>
public enum TransactionEnd
{
    Committed,

    /// <summary>As designed: one order in a hundred, and those that their executor may not give.</summary>
    RolledBack,

    /// <summary>It did not commit.</summary>
    Failed,

    /// <summary>No answer came after COMMIT was sent: it may have committed.</summary>
    Ambiguous,
}

/// <summary>How one transaction ended.</summary>
/// <param name="Type">Which of the ten.</param>
/// <param name="Frame">The last frame that it entered: where it failed, if it did.</param>
/// <param name="Digest">Hash of all that it told its client; of a failed one, of what it had told until then.</param>
public sealed record TransactionResult(TransactionType Type, TransactionEnd End, int Frame, ulong Digest)
{
    /// <summary>Of a Market-Feed that committed: the orders that it triggered.</summary>
    public IReadOnlyList<TriggeredRequest> Triggered { get; init; } = [];

    /// <summary>What went wrong, as it was thrown; null when nothing did.</summary>
    public Exception? Failure { get; init; }

    /// <summary>Whether that is what the server said.</summary>
    public bool Answered { get; init; }

    /// <summary>Waited on this side for others that write, where the engine has clients wait.</summary>
    public long WaitedNanoseconds { get; init; }
}
