using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Tasks;

/// <summary>
/// Every arrow of one task's life as a pure function: the task before, what happened, the task after; null where the guard forbids it. The
/// arrows that change all tasks of a point at once are in <see cref="PointTransitions"/>. The caller writes the result under the ETag it
/// read, so that of two who decide at once only one succeeds.
/// </summary>
public static class TaskTransitions
{
    /// <summary>Arrow 3: a worker takes a Ready task.</summary>
    /// <param name="task">The task.</param>
    /// <param name="workerId">Who takes it.</param>
    /// <param name="nonce">Of this claim and no other.</param>
    /// <param name="now">When.</param>
    /// <param name="sku">The kind of machine of the worker.</param>
    public static BenchmarkTask? Claim(
        BenchmarkTask task, string workerId, string nonce, DateTimeOffset now, string sku = BenchmarkTask.LocalSku) =>
        task.Status != BenchmarkTaskStatus.Ready ? null : task with
        {
            Status = BenchmarkTaskStatus.Running,
            Owner = workerId,
            Sku = sku,
            Nonce = nonce,
            ClaimedAt = now,
        };

    /// <summary>Arrows 4 and 4g: its worker stores the result: Measured for a point, which the TaskManager has yet to accept; Done for any
    /// other task.</summary>
    public static BenchmarkTask? Complete(BenchmarkTask task, string nonce, string result, DateTimeOffset now) =>
        !IsExecutedBy(task, nonce) ? null : task with
        {
            Status = IsMeasurement(task) ? BenchmarkTaskStatus.Measured : BenchmarkTaskStatus.Done,
            Result = result,
            EndedAt = now,
            FailureCause = null,
            Error = "",
        };

    /// <summary>
    /// Arrows 5, 6 and 8: its worker ends an execution without a whole result. A point becomes Censored and keeps its partial data; any
    /// other task is repeated, Done when its product was there already, or Dead when the budget of that failure is used up.
    /// </summary>
    /// <param name="task">The task.</param>
    /// <param name="nonce">Of the worker's claim.</param>
    /// <param name="cause">Why.</param>
    /// <param name="error">One clause for people.</param>
    /// <param name="partial">What there is of the result: of a point a part, of another task the product that was there already.</param>
    /// <param name="now">When.</param>
    public static BenchmarkTask? GiveUp(
        BenchmarkTask task, string nonce, FailureCause cause, string error, string partial, DateTimeOffset now)
    {
        if (!IsExecutedBy(task, nonce))
        {
            return null;
        }

        return IsMeasurement(task)
            ? Failing(task, cause, error, now) with { Status = BenchmarkTaskStatus.Censored, Result = partial }
            : RepeatOrEnd(Failing(task, cause, error, now) with { Result = FailureTaxonomy.IsReuse(cause) ? partial : "" }, now);
    }

    /// <summary>
    /// Arrow 7: the TaskManager takes a task that measures nothing from a worker that is dead or that needs too long. A point is never
    /// taken like this: see
    /// <see cref="PointTransitions"/>.
    /// </summary>
    /// <param name="task">The task.</param>
    /// <param name="cause">WorkerLost or TimedOut.</param>
    /// <param name="error">One clause for people.</param>
    /// <param name="now">When.</param>
    public static BenchmarkTask? Fence(BenchmarkTask task, FailureCause cause, string error, DateTimeOffset now) =>
        task.Status != BenchmarkTaskStatus.Running || IsMeasurement(task) ? null
        : task.IsBundled && cause == FailureCause.WorkerLost ? Return(task, now)
        : RepeatOrEnd(Failing(task, cause, error, now), now);

    /// <summary>
    /// Arrow 7b: a task that was claimed with others goes back as if it had not begun, charged with nothing, to be handed out alone: its
    /// worker has not begun it, or is lost and nobody knows whether it had.
    /// </summary>
    public static BenchmarkTask? Return(BenchmarkTask task, DateTimeOffset now) =>
        task is { Status: BenchmarkTaskStatus.Running, IsBundled: true } ? Again(task, TimeSpan.Zero, now) : null;

    /// <summary>Arrow 9 for a task that measures nothing: given up because its run is, on whichever worker it is. An execution ends with
    /// that; a task that waits keeps the end of the execution before.</summary>
    public static BenchmarkTask? Cancel(BenchmarkTask task, DateTimeOffset now) =>
        IsMeasurement(task) || task.Status is not (BenchmarkTaskStatus.Ready or BenchmarkTaskStatus.Running)
            ? null
            : task with
            {
                Status = BenchmarkTaskStatus.Cancelled,
                EndedAt = task.Status == BenchmarkTaskStatus.Running ? now : task.EndedAt,
            };

    /// <summary>
    /// Whether a row shows that an end was stored whose answer was lost: this claim's and no other's, and ended by it, not by the
    /// TaskManager. Others may have gone on from there since.
    /// </summary>
    public static bool IsStored(BenchmarkTask ended, BenchmarkTask found) => found.Nonce == ended.Nonce && found.EndedAt == ended.EndedAt;

    /// <summary>
    /// The TaskManager writes a Ready task anew when its message is lost, so that its age starts again. Whatever delay it had is over: when
    /// it ends was said by the clock of another process. From now on it is handed out alone.
    /// </summary>
    public static BenchmarkTask? Remind(BenchmarkTask task, DateTimeOffset now) =>
        task.Status != BenchmarkTaskStatus.Ready ? null : task with { ReadyAt = now, NotBefore = null, Bundle = null };

    internal static bool IsMeasurement(BenchmarkTask task) => task.Key.Stage.Kind == StageKind.Measure;

    private static bool IsExecutedBy(BenchmarkTask task, string nonce) => task.Status == BenchmarkTaskStatus.Running && task.Nonce == nonce;

    /// <summary>
    /// What an execution is on record as that ended because its worker did. Where it had been ordered to stop because it took too long, the
    /// process ended itself with what it could not stop: that is a time-out of the task, not a loss of the worker.
    /// </summary>
    /// <param name="task">As it was executed.</param>
    /// <param name="stop">The order that it got; null for none.</param>
    internal static (FailureCause Cause, string Error) EndWithWorker(BenchmarkTask task, StopCommand? stop) =>
        stop is { Cause: var cause, Reason: var reason } && FailureTaxonomy.ClassOf(cause) == FailureClass.TimedOut
            ? (cause, $"{reason}; worker {task.Owner} could not stop it and ended")
            : (FailureCause.WorkerLost, $"worker {task.Owner} died");

    internal static BenchmarkTask Failing(BenchmarkTask task, FailureCause cause, string error, DateTimeOffset now) => task with
    {
        FailureCause = cause,
        Error = FailureText.Clean(error),
        Failures = task.Failures.Plus(cause),
        Ends = FailureTaxonomy.IsReuse(cause) ? task.Ends : task.Ends.SetItem(task.Attempt, cause),
        EndedAt = now,
    };

    private static BenchmarkTask RepeatOrEnd(BenchmarkTask failed, DateTimeOffset now)
    {
        var cause = failed.FailureCause ?? throw new InvalidOperationException($"task {failed.Key} failed without a cause");
        return FailureTaxonomy.IsReuse(cause) ? failed with { Status = BenchmarkTaskStatus.Done }
            : RetryPolicy.MayRepeat(cause, failed.Failures)
                ? Again(failed, RetryPolicy.DelayOf(cause, failed.Failures, failed.Key, failed.Attempt), now)
            : failed with { Status = BenchmarkTaskStatus.Dead };
    }

    /// <summary>The next attempt at a task, due after a delay.</summary>
    internal static BenchmarkTask Again(BenchmarkTask task, TimeSpan delay, DateTimeOffset now) => task with
    {
        Status = BenchmarkTaskStatus.Ready,
        Attempt = task.Attempt + 1,
        Bundle = null,
        ReadyAt = now,
        NotBefore = delay > TimeSpan.Zero ? now + delay : null,
        Result = "",
    };
}
