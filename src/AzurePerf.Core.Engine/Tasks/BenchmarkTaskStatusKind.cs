namespace AzurePerf.Core.Tasks;

/// <summary>Questions about a status.</summary>
public static class BenchmarkTaskStatusKind
{
    /// <summary>True when the row will never change again; only then may its message be deleted.</summary>
    public static bool IsTerminal(this BenchmarkTaskStatus status) =>
        status is BenchmarkTaskStatus.Done or BenchmarkTaskStatus.Failed or BenchmarkTaskStatus.Dead or BenchmarkTaskStatus.Missed
        or BenchmarkTaskStatus.Cancelled;
}
