using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Tasks;

/// <summary>
/// Every arrow of a task's life as a pure function: the task before, what happened, the task after; null where the guard forbids it.
/// The caller writes the result under the ETag it read, so that of two who decide at once only one succeeds.
/// </summary>
public static class TaskTransitions
{
    /// <summary>A worker takes a Ready task.</summary>
    public static BenchmarkTask? Claim(BenchmarkTask task, string workerId, string nonce, DateTimeOffset now) =>
        task.Status != BenchmarkTaskStatus.Ready ? null : task with
        {
            Status = BenchmarkTaskStatus.Running,
            Owner = workerId,
            Nonce = nonce,
            ClaimedAt = now,
        };

    /// <summary>Its worker stores the result: Done for a prepare or clean task, Measured for a point, which the TaskManager has yet to accept.</summary>
    public static BenchmarkTask? Complete(BenchmarkTask task, string nonce, string result, DateTimeOffset now) =>
        !IsExecutedBy(task, nonce) ? null : task with
        {
            Status = IsMeasurement(task) ? BenchmarkTaskStatus.Measured : BenchmarkTaskStatus.Done,
            Result = result,
            EndedAt = now,
            FailureKind = null,
            Error = "",
        };

    /// <summary>The TaskManager accepts a measured point.</summary>
    public static BenchmarkTask? Accept(BenchmarkTask task) =>
        task.Status != BenchmarkTaskStatus.Measured ? null : task with { Status = BenchmarkTaskStatus.Done };

    /// <summary>
    /// Its worker ends an execution without a whole result. A point becomes Censored and keeps its partial data; any other task is repeated or, when the
    /// budget of that failure is used up, Dead.
    /// </summary>
    public static BenchmarkTask? GiveUp(BenchmarkTask task, string nonce, TaskFailureKind kind, string error, string partial, DateTimeOffset now)
    {
        if (!IsExecutedBy(task, nonce))
        {
            return null;
        }

        return IsMeasurement(task)
            ? Failing(task, kind, error, now) with { Status = BenchmarkTaskStatus.Censored, Result = partial }
            : RepeatOr(BenchmarkTaskStatus.Dead, Failing(task, kind, error, now), now);
    }

    /// <summary>The TaskManager takes a prepare or clean task from a worker that is dead.</summary>
    public static BenchmarkTask? Fence(BenchmarkTask task, DateTimeOffset now) =>
        task.Status != BenchmarkTaskStatus.Running || IsMeasurement(task)
            ? null
            : RepeatOr(BenchmarkTaskStatus.Dead, Failing(task, TaskFailureKind.WorkerLost, LostError(task), now), now);

    /// <summary>The TaskManager decides on a point whose worker ended it without a result: again, or failed for good.</summary>
    public static BenchmarkTask? Decide(BenchmarkTask task, DateTimeOffset now) =>
        task.Status != BenchmarkTaskStatus.Censored ? null : RepeatOr(BenchmarkTaskStatus.Failed, task, now);

    /// <summary>The TaskManager decides on a point whose worker is dead.</summary>
    public static BenchmarkTask? DecideLost(BenchmarkTask task, DateTimeOffset now) =>
        task.Status != BenchmarkTaskStatus.Running || !IsMeasurement(task)
            ? null
            : RepeatOr(BenchmarkTaskStatus.Failed, Failing(task, TaskFailureKind.WorkerLost, LostError(task), now), now);

    /// <summary>
    /// The TaskManager gives a task up because its run was cancelled. A point that a live worker executes is not given up: it is ordered to stop first.
    /// An execution that died with its worker is counted as lost all the same.
    /// </summary>
    /// <param name="task">The task.</param>
    /// <param name="ownerIsDead">Whether the worker that executes it is known to be dead.</param>
    /// <param name="now">When.</param>
    public static BenchmarkTask? Cancel(BenchmarkTask task, bool ownerIsDead, DateTimeOffset now)
    {
        var running = task.Status == BenchmarkTaskStatus.Running;
        if (task.Status.IsTerminal() || (running && IsMeasurement(task) && !ownerIsDead))
        {
            return null;
        }

        var ended = running && ownerIsDead ? Failing(task, TaskFailureKind.WorkerLost, LostError(task), now) : task;
        return ended with { Status = BenchmarkTaskStatus.Cancelled };
    }

    /// <summary>The TaskManager writes a Ready task anew when its message is lost, so that its age starts again.</summary>
    public static BenchmarkTask? Remind(BenchmarkTask task, DateTimeOffset now) =>
        task.Status != BenchmarkTaskStatus.Ready ? null : task with { ReadyAt = now };

    private static string LostError(BenchmarkTask task) => $"worker {task.Owner} died";

    private static bool IsMeasurement(BenchmarkTask task) => task.Key.Stage == StageKind.Measure;

    private static bool IsExecutedBy(BenchmarkTask task, string nonce) => task.Status == BenchmarkTaskStatus.Running && task.Nonce == nonce;

    private static BenchmarkTask Failing(BenchmarkTask task, TaskFailureKind kind, string error, DateTimeOffset now) => task with
    {
        FailureKind = kind,
        Error = FailureText.Clean(error),
        Failures = task.Failures.Plus(kind),
        EndedAt = now,
    };

    private static BenchmarkTask RepeatOr(BenchmarkTaskStatus otherwise, BenchmarkTask failed, DateTimeOffset now)
    {
        var kind = failed.FailureKind ?? throw new InvalidOperationException($"task {failed.Key} failed without a kind");
        if (!RetryPolicy.MayRepeat(kind, failed.Failures))
        {
            return failed with { Status = otherwise };
        }

        var delay = RetryPolicy.DelayOf(kind, failed.Failures);
        return failed with
        {
            Status = BenchmarkTaskStatus.Ready,
            Attempt = failed.Attempt + 1,
            Gang = failed.Gang + (IsMeasurement(failed) ? 1 : 0),
            ReadyAt = now,
            NotBefore = delay > TimeSpan.Zero ? now + delay : null,
            Result = "",
        };
    }
}
