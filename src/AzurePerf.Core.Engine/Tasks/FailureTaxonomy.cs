using System.Collections.Frozen;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Tasks;

/// <summary>
/// The one table of everything that can end an execution without a result: its class, how often and when it is repeated, whether the task
/// is charged for it, its name in ModisAzure's Table 2, and the outcomes of operations that lead to it.
/// </summary>
public static class FailureTaxonomy
{
    private static readonly FailurePolicy Transient = new(FailureClass.TransientStorage, Budget: 5, RetryDelay.Growing, Charged: true);
    private static readonly FailurePolicy Slow = new(FailureClass.TimedOut, Budget: 3, RetryDelay.AtOnceElsewhere, Charged: true);
    private static readonly FailurePolicy Lost = new(FailureClass.WorkerLost, Budget: 5, RetryDelay.AtOnce, Charged: true);
    private static readonly FailurePolicy GivenBack = new(FailureClass.Preempted, Budget: 20, RetryDelay.AtOnce, Charged: false);
    private static readonly FailurePolicy UserCode = new(FailureClass.UserCode, Budget: 2, RetryDelay.AtOnce, Charged: true);
    private static readonly FailurePolicy Invalid = new(FailureClass.BadInput, Budget: 0, RetryDelay.None, Charged: true);
    private static readonly FailurePolicy Unwanted = new(FailureClass.Cancelled, Budget: 0, RetryDelay.None, Charged: false);
    private static readonly FailurePolicy Reused = new(FailureClass.Reused, Budget: 0, RetryDelay.None, Charged: false);

    /// <summary>Every cause once, in the order of the enumeration.</summary>
    public static IReadOnlyList<FailureRow> Rows { get; } =
    [
        new(FailureCause.UnknownFailure, UserCode, "unknown failure", IsPublished: true),
        new(FailureCause.NullLog, UserCode, "unknown - null log", IsPublished: true),
        new(FailureCause.SourceDownloadFailed, Transient, "download source failed", IsPublished: true),
        new(FailureCause.ConnectionFailure, Transient, "connection failure", IsPublished: true, OperationOutcome.ConnectionRefused,
            OperationOutcome.NameResolution),
        new(FailureCause.TimedOut, Slow, "VM execution timeout", IsPublished: true),
        new(FailureCause.OperationTimeout, Transient, "operation timeout", IsPublished: true, OperationOutcome.ServerTimeout,
            OperationOutcome.ClientTimeout, OperationOutcome.LockTimeout),
        new(FailureCause.CorruptRead, Transient, "corrupt blob read", IsPublished: true, OperationOutcome.Corrupt),
        new(FailureCause.ServerBusy, Transient, "server busy", IsPublished: true, OperationOutcome.Throttled, OperationOutcome.Deadlock,
            OperationOutcome.Serialization),
        new(FailureCause.BlobReadFailed, Transient, "blob read fail", IsPublished: true),
        new(FailureCause.SourceMissing, UserCode, "non-existent source blob", IsPublished: true, OperationOutcome.NotFound),
        new(FailureCause.InputUnreadable, Invalid, "unable to read input file", IsPublished: true),
        new(FailureCause.BadImageFormat, UserCode, "bad image format", IsPublished: true),
        new(FailureCause.TransportError, Transient, "transport error", IsPublished: true, OperationOutcome.ConnectionReset,
            OperationOutcome.Tls, OperationOutcome.Ambiguous),
        new(FailureCause.StorageClientError, Transient, "internal storage client error", IsPublished: true),
        new(FailureCause.OutOfDisk, UserCode, "out of disk", IsPublished: true),
        new(FailureCause.AlreadyExists, Reused, "blob already exists", IsPublished: true),
        new(FailureCause.UserCodeError, UserCode, "user code error", IsPublished: false, OperationOutcome.Harness),
        new(FailureCause.ServerError, Transient, "server error", IsPublished: false, OperationOutcome.ServerError,
            OperationOutcome.Failover),
        new(FailureCause.AccessDenied, UserCode, "access denied", IsPublished: false, OperationOutcome.Unauthorized),
        new(FailureCause.RequestRefused, UserCode, "request refused", IsPublished: false, OperationOutcome.Conflict,
            OperationOutcome.PreconditionFailed, OperationOutcome.Rejected),
        new(FailureCause.WrongResult, Invalid, "wrong result", IsPublished: false),
        new(FailureCause.WorkerLost, Lost, "worker lost", IsPublished: false),
        new(FailureCause.Preempted, GivenBack, "preempted", IsPublished: false),
        new(FailureCause.SelfStopped, GivenBack, "worker stopped itself", IsPublished: false),
        new(FailureCause.MissedStart, GivenBack, "missed its start", IsPublished: false),
        new(FailureCause.GangStopped, GivenBack, "stopped with its gang", IsPublished: false),
        new(FailureCause.PrepareTimedOut, Slow, "prepare timeout", IsPublished: false),
        new(FailureCause.BadInput, Invalid, "bad input", IsPublished: false),
        new(FailureCause.UndecodableMessage, Invalid, "undecodable message", IsPublished: false),
        new(FailureCause.Cancelled, Unwanted, "cancelled", IsPublished: false, OperationOutcome.Cancelled),
    ];

    private static readonly FrozenDictionary<FailureCause, FailureRow> ByCause = Rows.ToFrozenDictionary(row => row.Cause);

    private static readonly FrozenDictionary<OperationOutcome, FailureCause> ByOutcome =
        Rows.SelectMany(row => row.Outcomes, (row, outcome) => (row.Cause, outcome))
            .ToFrozenDictionary(pair => pair.outcome, pair => pair.Cause);

    /// <summary>The row of a cause.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is no cause.</exception>
    public static FailureRow Of(FailureCause cause) =>
        ByCause.TryGetValue(cause, out var row)
            ? row
            : throw new ArgumentOutOfRangeException(nameof(cause), cause, "Not a cause of the taxonomy.");

    public static FailurePolicy PolicyOf(FailureCause cause) => Of(cause).Policy;

    public static FailureClass ClassOf(FailureCause cause) => PolicyOf(cause).Class;

    /// <summary>True when the product was there already: the task has ended as well as by a result.</summary>
    public static bool IsReuse(FailureCause cause) => ClassOf(cause) == FailureClass.Reused;

    /// <summary>The cause when an operation that ended like this ended its whole execution.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The outcome is Ok, which ends nothing.</exception>
    public static FailureCause CauseOf(OperationOutcome outcome) =>
        ByOutcome.TryGetValue(outcome, out var cause)
            ? cause
            : throw new ArgumentOutOfRangeException(nameof(outcome), outcome, "Not an outcome that ends an execution.");
}

/// <summary>One row of <see cref="FailureTaxonomy"/>.</summary>
/// <param name="Cause">Why an execution ended.</param>
/// <param name="Policy">What follows: class, budget, delay, charged or not.</param>
/// <param name="Label">The words for people; the ones of ModisAzure's Table 2 where it has the cause.</param>
/// <param name="IsPublished">Whether Table 2 has the cause.</param>
/// <param name="Outcomes">The outcomes of single operations that, when they end a whole execution, are this cause.</param>
public sealed record FailureRow(
    FailureCause Cause, FailurePolicy Policy, string Label, bool IsPublished, params OperationOutcome[] Outcomes);
