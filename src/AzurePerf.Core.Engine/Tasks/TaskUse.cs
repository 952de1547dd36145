namespace AzurePerf.Core.Tasks;

/// <summary>How long a task that is terminal held workers' slots.</summary>
public static class TaskUse
{
    /// <summary>The time in slots of all its executions, each counted once; one whose begin is not known counts as none.</summary>
    /// <param name="task">The task.</param>
    /// <param name="ends">How its executions ended that brought no result of their own.</param>
    /// <param name="now">The time: until then one is counted that was given up while it was executed, where its row does not say
    /// when.</param>
    public static TimeSpan SlotTime(BenchmarkTask task, IReadOnlyList<AbnormalEnd> ends, DateTimeOffset now)
    {
        ArgumentNullException.ThrowIfNull(task);
        ArgumentNullException.ThrowIfNull(ends);
        var failed = ends.Where(end => !FailureTaxonomy.IsReuse(end.Cause)).ToArray();
        return failed.Aggregate(Last(task, failed, now), (sum, end) => sum + Between(end.BeganAt, end.EndedAt));
    }

    private static TimeSpan Last(BenchmarkTask task, AbnormalEnd[] failed, DateTimeOffset now) => task.Status switch
    {
        BenchmarkTaskStatus.Done => Between(task.ClaimedAt, task.EndedAt),
        BenchmarkTaskStatus.Cancelled when WasExecuted(task) && failed.All(end => end.Attempt != task.Attempt) =>
            // Builds that do not write when leave the end of the execution before, with which the task became ready.
            Between(task.ClaimedAt, task.EndedAt > task.ReadyAt ? task.EndedAt : now),
        BenchmarkTaskStatus.Dead when failed.All(end => end.Attempt != task.Attempt || end.BeganAt is null) =>
            Between(task.ClaimedAt, task.EndedAt),
        _ => TimeSpan.Zero,
    };

    /// <summary>Of tasks that were claimed together nobody knows which had begun. The claim is by the worker's clock, which may be behind:
    /// a first one is always that of the last execution.</summary>
    private static bool WasExecuted(BenchmarkTask task) =>
        !task.IsBundled && task.ClaimedAt is { } claimed
            && (task.Attempt == 1 || (claimed >= task.ReadyAt && task.EndedAt != claimed));

    private static TimeSpan Between(DateTimeOffset? begin, DateTimeOffset? end) => end > begin ? end.Value - begin.Value : TimeSpan.Zero;
}
