using System.Collections.Immutable;

namespace AzurePerf.Core.Tasks;

/// <summary>The unit that the queue hands out. Its row is the truth; messages are hints.</summary>
public sealed record BenchmarkTask
{
    /// <summary>The machine of a worker that was told no other.</summary>
    public const string LocalSku = "local";

    public required TaskKey Key { get; init; }

    public required TaskOrder Order { get; init; }

    public BenchmarkTaskStatus Status { get; init; }

    /// <summary>The execution this is, from 1: the fencing token. The tasks of one point always have the same.</summary>
    public int Attempt { get; init; } = 1;

    /// <summary>Number of the first task of the message that it was first handed out with, with others; null for alone.</summary>
    public int? Bundle { get; init; }

    /// <summary>True while it is handed out in one message with others: when their worker is lost, nobody knows which of them had
    /// begun. Every later attempt is alone.</summary>
    public bool IsBundled => Bundle is not null && Attempt == 1;

    /// <summary>The worker that executes or executed it; empty before the first claim.</summary>
    public string Owner { get; init; } = "";

    /// <summary>
    /// The kind of machine of <see cref="Owner"/>, written with the claim: its worker's row may be gone when the execution is counted.
    /// Empty before the first claim.
    /// </summary>
    public string Sku { get; init; } = "";

    /// <summary>Fresh with every claim, so that a claim whose answer was lost can be told from somebody else's.</summary>
    public string Nonce { get; init; } = "";

    /// <summary>When it became Ready the last time.</summary>
    public DateTimeOffset ReadyAt { get; init; }

    /// <summary>Not to be handed out before; null for at once.</summary>
    public DateTimeOffset? NotBefore { get; init; }

    /// <summary>When it was claimed; of a result of one of several that were claimed together, when its turn came.</summary>
    public DateTimeOffset? ClaimedAt { get; init; }

    /// <summary>When the last execution ended.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    public TaskFailures Failures { get; init; } = new();

    /// <summary>Why executions ended without a result, by attempt. Those that found their product there already are not among
    /// them.</summary>
    public ImmutableSortedDictionary<int, FailureCause> Ends { get; init; } = ImmutableSortedDictionary<int, FailureCause>.Empty;

    /// <summary>Why the last execution failed; null when none did.</summary>
    public FailureCause? FailureCause { get; init; }

    /// <summary>True when it is Done without a result of its own: what it was to make was there already.</summary>
    public bool IsReused => Status == BenchmarkTaskStatus.Done && FailureCause is not null;

    /// <summary>What the last failed execution said; empty when none failed.</summary>
    public string Error { get; init; } = "";

    /// <summary>The result as JSON; empty while there is none. Of a reused one what was found, where its work gave that back.</summary>
    public string Result { get; init; } = "";

    public string ETag { get; init; } = "";
}
