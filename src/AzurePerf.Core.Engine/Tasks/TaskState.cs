namespace AzurePerf.Core.Tasks;

/// <summary>How a task stands, in the words that stages are counted by.</summary>
public enum TaskState
{
    /// <summary>Neither executed nor ended.</summary>
    Waiting,

    /// <summary>One worker executes it, or its result is not accepted yet.</summary>
    Running,

    /// <summary>Ended with an accepted result, or because its product was there already.</summary>
    Done,

    /// <summary>Failed for good.</summary>
    Failed,

    /// <summary>A gap in a series: its time passed before a worker took it.</summary>
    Missed,

    /// <summary>Given up with its run.</summary>
    Cancelled,
}

/// <summary>Which statuses are which state.</summary>
public static class TaskStates
{
    /// <summary>The state of a status.</summary>
    public static TaskState Of(BenchmarkTaskStatus status) => status switch
    {
        BenchmarkTaskStatus.Ready => TaskState.Waiting,
        BenchmarkTaskStatus.Running or BenchmarkTaskStatus.Measured or BenchmarkTaskStatus.Censored => TaskState.Running,
        BenchmarkTaskStatus.Done => TaskState.Done,
        BenchmarkTaskStatus.Failed or BenchmarkTaskStatus.Dead => TaskState.Failed,
        BenchmarkTaskStatus.Missed => TaskState.Missed,
        BenchmarkTaskStatus.Cancelled => TaskState.Cancelled,
        _ => throw new ArgumentOutOfRangeException(nameof(status), status, "Not of a task."),
    };

    /// <summary>The statuses of some states.</summary>
    public static IEnumerable<BenchmarkTaskStatus> StatusesOf(IReadOnlyCollection<TaskState> states) =>
        Enum.GetValues<BenchmarkTaskStatus>().Where(status => states.Contains(Of(status)));
}
