using System.Collections.Frozen;

namespace AzurePerf.Core.Tasks;

/// <summary>
/// Thrown by the work of a task to end its execution with a cause of its choice; what follows is the policy that the engine has for that
/// cause. A user's program that ran over the limit that its work set is <see cref="FailureCause.UserCodeError"/>:
/// <see cref="FailureCause.TimedOut"/> says that the machine is slow.
/// </summary>
public sealed class ExecutionEndedException : Exception
{
    private static readonly FrozenSet<FailureCause> OfTheEngine =
    [
        FailureCause.WorkerLost, FailureCause.Preempted, FailureCause.SelfStopped, FailureCause.MissedStart, FailureCause.GangStopped,
        FailureCause.PrepareTimedOut, FailureCause.UndecodableMessage, FailureCause.Cancelled,
    ];

    public ExecutionEndedException()
    {
    }

    public ExecutionEndedException(string message)
        : base(message)
    {
    }

    public ExecutionEndedException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <param name="cause">One that <see cref="MayName"/> allows.</param>
    /// <param name="message">One clause for people.</param>
    /// <param name="innerException">What led to it; null for nothing.</param>
    /// <exception cref="ArgumentOutOfRangeException">The cause is the engine's to find.</exception>
    public ExecutionEndedException(FailureCause cause, string message, Exception? innerException = null)
        : base(message, innerException) => Cause = MayName(cause)
            ? cause
            : throw new ArgumentOutOfRangeException(nameof(cause), cause, "Only the engine ends executions with this cause.");

    /// <summary>Why it ended.</summary>
    public FailureCause Cause { get; } = FailureCause.UnknownFailure;

    /// <summary>
    /// With <see cref="FailureCause.AlreadyExists"/> the product that was found, as JSON, which later stages read as if this execution had
    /// made it. Without it the execution has failed: its request was refused.
    /// </summary>
    public string Product { get; init; } = "";

    /// <summary>Whether work may name a cause; the others only the engine finds.</summary>
    public static bool MayName(FailureCause cause) => Enum.IsDefined(cause) && !OfTheEngine.Contains(cause);
}
