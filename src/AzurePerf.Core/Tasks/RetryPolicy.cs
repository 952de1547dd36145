namespace AzurePerf.Core.Tasks;

/// <summary>How often and when an execution that failed is repeated.</summary>
public static class RetryPolicy
{
    private static readonly TimeSpan LongestDelay = TimeSpan.FromSeconds(300);

    /// <summary>Repetitions allowed after failures of a kind.</summary>
    public static int BudgetOf(TaskFailureKind kind) => kind switch
    {
        TaskFailureKind.TransientStorage => 5,
        TaskFailureKind.TimedOut => 3,
        TaskFailureKind.WorkerLost => 5,
        TaskFailureKind.Preempted => 20,
        TaskFailureKind.Faulted => 2,
        _ => 0,
    };

    /// <summary>True when a task that has now failed this often in this way is to run again.</summary>
    public static bool MayRepeat(TaskFailureKind kind, TaskFailures failures) => failures.CountOf(kind) <= BudgetOf(kind);

    /// <summary>How long to wait before the repetition: 2^n seconds for transient storage, at most 300; none for the others.</summary>
    public static TimeSpan DelayOf(TaskFailureKind kind, TaskFailures failures) => kind == TaskFailureKind.TransientStorage
        ? TimeSpan.FromSeconds(Math.Min(LongestDelay.TotalSeconds, Math.Pow(2, failures.TransientStorage)))
        : TimeSpan.Zero;
}
