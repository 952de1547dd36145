namespace AzurePerf.Core.Tasks;

/// <summary>Which tasks of a stage are listed. What is not said admits every task.</summary>
public sealed record TaskFilter
{
    /// <summary>Every task.</summary>
    public static TaskFilter None { get; } = new();

    /// <summary>States, any of which a task may have; empty for all.</summary>
    public IReadOnlyList<TaskState> States { get; init; } = [];

    /// <summary>Outcomes, any of which an execution of it may have had: also one that was followed by another. A success is that of the
    /// task. Empty for all.</summary>
    public IReadOnlyList<TaskOutcome> Outcomes { get; init; } = [];

    /// <summary>Id of the worker that executes it or did so last; null for any.</summary>
    public string? Worker { get; init; }

    /// <summary>True when it admits every task.</summary>
    public bool IsEmpty => States.Count == 0 && Outcomes.Count == 0 && Worker is null;

    /// <summary>True when a task is admitted.</summary>
    public bool Admits(BenchmarkTask task)
    {
        ArgumentNullException.ThrowIfNull(task);
        return (States.Count == 0 || States.Contains(TaskStates.Of(task.Status)))
            && (Outcomes.Count == 0 || Outcomes.Any(outcome => Had(task, outcome)))
            && (Worker is null || task.Owner == Worker);
    }

    /// <summary>True when a task is admitted that nobody has executed and that has no row yet.</summary>
    /// <param name="state">Waiting, or cancelled where its run ended before.</param>
    public bool AdmitsUnwritten(TaskState state) =>
        (States.Count == 0 || States.Contains(state)) && Outcomes.Count == 0 && Worker is null;

    private static bool Had(BenchmarkTask task, TaskOutcome outcome) => outcome.Cause is { } cause
        ? task.FailureCause == cause || task.Ends.ContainsValue(cause)
        : task is { Status: BenchmarkTaskStatus.Done, FailureCause: null };
}
