namespace AzurePerf.Core.Tasks;

/// <summary>
/// The arrows that change all tasks of one point together, in one transaction: a point is measured, repeated or given up whole, never in
/// part. Each is pure: the tasks before, the tasks after; null where the guard forbids it.
/// </summary>
public static class PointTransitions
{
    /// <summary>Arrow 4d: the TaskManager accepts a point of which every task is measured by the same attempt.</summary>
    public static IReadOnlyList<BenchmarkTask>? Accept(IReadOnlyList<BenchmarkTask> tasks) =>
        tasks.All(task => task.Status == BenchmarkTaskStatus.Measured && task.Attempt == tasks[0].Attempt)
            ? [.. tasks.Select(task => task with { Status = BenchmarkTaskStatus.Done })]
            : null;

    /// <summary>
    /// Arrow 8r (iii): the TaskManager repeats a point or, when a budget is used up, fails it for good. A point that any execution found
    /// there already is Done, whatever became of the others. Forbidden while a live worker executes any of it.
    /// </summary>
    /// <param name="tasks">All tasks of the point.</param>
    /// <param name="isDead">Whether the worker of an id is known to be dead.</param>
    /// <param name="now">When.</param>
    /// <param name="stopOf">The order to stop that an execution got; null where none is known.</param>
    public static IReadOnlyList<BenchmarkTask>? Decide(
        IReadOnlyList<BenchmarkTask> tasks, Func<string, bool> isDead, DateTimeOffset now, Func<BenchmarkTask, StopCommand?>? stopOf = null)
    {
        if (tasks.Any(task => task.Status.IsTerminal() || IsExecuted(task, isDead))
            || tasks.All(task => task.Status == BenchmarkTaskStatus.Measured))
        {
            return null;
        }

        BenchmarkTask[] ended = [.. tasks.Select(task =>
            task.Status == BenchmarkTaskStatus.Running ? Lost(task, stopOf?.Invoke(task), now) : task)];
        var failed = ended.Where(task => task.Status == BenchmarkTaskStatus.Censored).ToArray();
        if (failed.FirstOrDefault(task => FailureTaxonomy.IsReuse(task.FailureCause!.Value)) is { } reused)
        {
            return [.. ended.Select(task => End(task, BenchmarkTaskStatus.Done, reused))];
        }

        return failed.FirstOrDefault(task => !RetryPolicy.MayRepeat(task.FailureCause!.Value, task.Failures)) is { } spent
            ? [.. ended.Select(task => End(task, BenchmarkTaskStatus.Failed, spent))]
            : [.. ended.Select(task => TaskTransitions.Again(task, DelayOf(failed), now))];
    }

    /// <summary>
    /// Arrow 9 for a point: given up because its run is. Forbidden while a live worker executes any of it: that is ordered to stop first.
    /// An execution that died with its worker is counted as lost all the same. What is cancelled already stays so: another build gave
    /// points up in part.
    /// </summary>
    public static IReadOnlyList<BenchmarkTask>? Cancel(
        IReadOnlyList<BenchmarkTask> tasks, Func<string, bool> isDead, DateTimeOffset now,
        Func<BenchmarkTask, StopCommand?>? stopOf = null) =>
        tasks.All(task => task.Status.IsTerminal())
            || tasks.Any(task => (task.Status.IsTerminal() && task.Status != BenchmarkTaskStatus.Cancelled) || IsExecuted(task, isDead))
            ? null
            : [.. tasks.Select(task =>
                (task.Status == BenchmarkTaskStatus.Running ? Lost(task, stopOf?.Invoke(task), now) : task) with
                {
                    Status = BenchmarkTaskStatus.Cancelled,
                })];

    /// <summary>
    /// A periodic point whose time passed before any worker took it; one that failed before and waits to be repeated has failed.
    /// </summary>
    public static IReadOnlyList<BenchmarkTask>? Miss(IReadOnlyList<BenchmarkTask> tasks, DateTimeOffset now) =>
        tasks.Any(task => task.Status != BenchmarkTaskStatus.Ready || !TaskTransitions.IsMeasurement(task)) ? null
        : tasks.Select(LastFault).OfType<BenchmarkTask>().FirstOrDefault() is { } faulty
            ? [.. tasks.Select(task => End(task, BenchmarkTaskStatus.Failed, faulty))]
            : [.. tasks.Select(task => task with { Status = BenchmarkTaskStatus.Missed, EndedAt = now })];

    /// <summary>A task with the last failure that it was charged for, though it was given back since; null where there was none.</summary>
    private static BenchmarkTask? LastFault(BenchmarkTask task) =>
        task.Ends.Values.Where(cause => FailureTaxonomy.PolicyOf(cause).Charged).Select(cause => (FailureCause?)cause).LastOrDefault()
            is not { } charged ? null
        : task with
        {
            FailureCause = charged,
            Error = (charged == task.FailureCause ? task.Error : FailureTaxonomy.Of(charged).Label)
                + "; its time passed before it was repeated",
        };

    private static bool IsExecuted(BenchmarkTask task, Func<string, bool> isDead) =>
        task.Status == BenchmarkTaskStatus.Running && !isDead(task.Owner);

    private static BenchmarkTask Lost(BenchmarkTask task, StopCommand? stop, DateTimeOffset now)
    {
        var (cause, error) = TaskTransitions.EndWithWorker(task, stop);
        return TaskTransitions.Failing(task, cause, error, now) with { Status = BenchmarkTaskStatus.Censored };
    }

    private static TimeSpan DelayOf(IReadOnlyCollection<BenchmarkTask> failed) =>
        failed.Select(task => RetryPolicy.DelayOf(task.FailureCause!.Value, task.Failures, task.Key, task.Attempt))
            .DefaultIfEmpty(TimeSpan.Zero).Max();

    /// <summary>Members that did nothing wrong say whose end ended the point.</summary>
    private static BenchmarkTask End(BenchmarkTask task, BenchmarkTaskStatus status, BenchmarkTask because) =>
        task.Status == BenchmarkTaskStatus.Censored
        ? task with { Status = status }
        : task with { Status = status, FailureCause = because.FailureCause, Error = because.Error, EndedAt = because.EndedAt };
}
