namespace AzurePerf.Core.Tasks;

/// <summary>One execution of a task, as far as it is on record.</summary>
/// <param name="Number">Which execution it was, from 1.</param>
public sealed record TaskAttempt(int Number)
{
    /// <summary>Who executed it; empty where that is not known.</summary>
    public string Worker { get; init; } = "";

    /// <summary>The kind of machine of that worker; empty where that is not known.</summary>
    public string Sku { get; init; } = "";

    /// <summary>When it began; null where that is not known.</summary>
    public DateTimeOffset? StartedAt { get; init; }

    /// <summary>When it ended; null while it goes on, and where that is not known.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>How it ended; null while it goes on, and where it was given back without a fault of its own.</summary>
    public TaskOutcome? Outcome { get; init; }

    /// <summary>What it said at its end; empty for nothing.</summary>
    public string Error { get; init; } = "";

    /// <summary>True while it goes on.</summary>
    public bool IsRunning { get; init; }

    /// <summary>How many executions of a task began.</summary>
    public static int CountOf(BenchmarkTask task) => HasBegun(task) ? task.Attempt : task.Attempt - 1;

    /// <summary>How long the last execution took, or takes until now; null where none began or that is not known.</summary>
    public static TimeSpan? LastDurationOf(BenchmarkTask task, DateTimeOffset now) =>
        task.ClaimedAt is not { } claimed ? null
        : task.Status == BenchmarkTaskStatus.Running ? Positive(now - claimed)
        : task.EndedAt is { } ended && ended >= claimed ? ended - claimed
        : null;

    /// <summary>All executions of a task, oldest first.</summary>
    /// <param name="task">Its row, which tells of the last one.</param>
    /// <param name="ends">Executions of it on record that ended without a result.</param>
    public static IReadOnlyList<TaskAttempt> Of(BenchmarkTask task, IEnumerable<AbnormalEnd> ends)
    {
        var known = ends.GroupBy(end => end.Attempt).ToDictionary(same => same.Key, same => same.First());
        return
        [
            .. Enumerable.Range(1, CountOf(task)).Select(number =>
                number == task.Attempt && !known.ContainsKey(number) ? Last(task) : Earlier(task, number, known.GetValueOrDefault(number))),
        ];
    }

    private static bool HasBegun(BenchmarkTask task) => task.Status switch
    {
        BenchmarkTaskStatus.Ready or BenchmarkTaskStatus.Missed => false,

        // One that was given up before its turn came has the claim of the execution before, if any.
        BenchmarkTaskStatus.Cancelled => IsClaimed(task),
        BenchmarkTaskStatus.Failed =>
            (task.Ends.IsEmpty && task.ClaimedAt is not null) || task.Ends.ContainsKey(task.Attempt) || IsClaimed(task),
        BenchmarkTaskStatus.Done => task.Owner.Length > 0,
        _ => true,
    };

    private static bool IsClaimed(BenchmarkTask task) =>
        task.ClaimedAt is { } claimed && (task.Attempt == 1 || claimed >= task.ReadyAt);

    private static TaskAttempt Last(BenchmarkTask task) => new(task.Attempt)
    {
        Worker = task.Owner,
        Sku = task.Sku,
        StartedAt = task.ClaimedAt,
        EndedAt = task.Status != BenchmarkTaskStatus.Running && task.EndedAt >= task.ClaimedAt ? task.EndedAt : null,
        Outcome = task.Status switch
        {
            BenchmarkTaskStatus.Running => null,
            BenchmarkTaskStatus.Cancelled => new(task.Ends.TryGetValue(task.Attempt, out var cause) ? cause : FailureCause.Cancelled),
            _ => TaskOutcome.LastOf(task),
        },
        Error = task.Status is BenchmarkTaskStatus.Running or BenchmarkTaskStatus.Cancelled ? "" : task.Error,
        IsRunning = task.Status == BenchmarkTaskStatus.Running,
    };

    private static TaskAttempt Earlier(BenchmarkTask task, int number, AbnormalEnd? end) => new(number)
    {
        Worker = end?.Owner ?? "",
        Sku = end?.Sku ?? "",
        StartedAt = end?.BeganAt,
        EndedAt = end?.EndedAt,
        Outcome = end is not null ? new(end.Cause) : task.Ends.TryGetValue(number, out var cause) ? new(cause) : null,
        Error = end?.Error ?? "",
    };

    private static TimeSpan? Positive(TimeSpan span) => span < TimeSpan.Zero ? TimeSpan.Zero : span;
}
