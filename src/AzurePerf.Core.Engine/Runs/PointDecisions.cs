using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Runs;

/// <summary>What the TaskManager does next for the tasks of one point, or for the one task of a prepare or clean stage: a pure
/// function.</summary>
/// <param name="times">Intervals of the engine.</param>
internal sealed class PointDecisions(EngineTimes times)
{
    private static readonly RunAction Nothing = new RunAction.Wait();

    /// <param name="snapshot">Its <see cref="RunSnapshot.Current"/> is not empty.</param>
    /// <param name="stage">The stage of the tasks.</param>
    /// <param name="abandoned">True when the stage is to end early.</param>
    public RunAction Next(RunSnapshot snapshot, StageState stage, bool abandoned)
    {
        var tasks = snapshot.CurrentTasks;
        if (tasks.All(task => task.Status.IsTerminal()))
        {
            return new RunAction.Advance(stage, tasks);
        }

        if (PointTransitions.Accept(tasks) is { } accepted)
        {
            return new RunAction.Store(tasks, accepted);
        }

        if (abandoned)
        {
            // As cancelled, which is not repeated: a task that was only handed back would be taken again at once, and stopped again.
            return StopAll(snapshot, FailureCause.Cancelled, "the run ends early") ?? Store(tasks, Cancelled(snapshot, stage));
        }

        if (snapshot.Run.Aside && StopAll(snapshot, FailureCause.Preempted, RunDecisions.AsideReason) is { } stop)
        {
            return stop;
        }

        if (stage.Kind == StageKind.Clean && RunDecisions.SetUpIsSilent(snapshot) is { } silence
            && StopAll(snapshot, FailureCause.Cancelled, silence.Sentence(snapshot.Run.Spec.Target)) is { } end)
        {
            // Not repeated: what is left is removed later, when the target answers.
            return end;
        }

        if (stage.Kind == StageKind.Clean && NobodyComesFor(snapshot))
        {
            // What is left is removed later. A cancelled run keeps waiting: its user asked for the cleaning.
            return Store(tasks, Cancelled(snapshot, stage));
        }

        return stage.Kind == StageKind.Measure ? NextOfPoint(snapshot, tasks) : NextOfTask(snapshot);
    }

    private static bool NobodyComesFor(RunSnapshot snapshot) =>
        snapshot is { Run.Status: RunStatus.Running, MissingWorkers.Count: > 0 } && snapshot.WithoutWorkersFor >= snapshot.WorkerWaitLimit
            && snapshot.Current.All(task => task.Task.Status == BenchmarkTaskStatus.Ready);

    private RunAction NextOfTask(RunSnapshot snapshot)
    {
        var current = snapshot.Current[0];
        if (!current.OwnerIsDead || current.Task.Status != BenchmarkTaskStatus.Running)
        {
            return WhileUnderWay(snapshot);
        }

        var (cause, error) = TaskTransitions.EndWithWorker(current.Task, current.Stop);
        return Store([current.Task], TaskTransitions.Fence(current.Task, cause, error, snapshot.Now) is { } fenced ? [fenced] : null);
    }

    /// <summary>A point whose gang row is ahead of its tasks, or of which any execution ended without a result, is broken: it is repeated
    /// or given up whole.</summary>
    private RunAction NextOfPoint(RunSnapshot snapshot, IReadOnlyList<BenchmarkTask> tasks)
    {
        var behind = tasks.Any(task => task.Attempt < snapshot.Gang);
        var broken = behind || snapshot.Current.Any(IsOver);
        if (!broken)
        {
            return WhileUnderWay(snapshot);
        }

        // In this order: from the gang row's step on there is no GO for the old attempt; then whoever still executes it ends; only then it
        // is repeated.
        return tasks.Count > 1 && !behind
            ? new RunAction.RaiseGang(tasks, snapshot.Gang + 1)
            : StopAll(snapshot, FailureCause.GangStopped, "another worker's part of the point ended without a result")
                ?? Store(tasks, PointTransitions.Decide(tasks, snapshot.IsDead, snapshot.Now, snapshot.StopOf));
    }

    private RunAction WhileUnderWay(RunSnapshot snapshot)
    {
        if (snapshot.Current.FirstOrDefault(task =>
            IsExecuted(task) && !task.StopCommanded && snapshot.LimitOf(task).IsOver(task)) is { } slow)
        {
            return new RunAction.OrderStop(slow.Task, snapshot.LimitOf(slow).CauseOf(slow), snapshot.LimitOf(slow).Sentence(slow));
        }

        if (snapshot.MissedAt is { } missedAt && snapshot.Now >= missedAt
            && PointTransitions.Miss(snapshot.CurrentTasks, snapshot.Now) is { } missed)
        {
            return Store(snapshot.CurrentTasks, missed);
        }

        // Another process may have put the message; a second one is harmless, none would be the end.
        return snapshot.Current.FirstOrDefault(task =>
                task.Task.Status == BenchmarkTaskStatus.Ready
                    && (task.MessageOutFor is not { } outFor || outFor >= times.Reconciliation)) is { } forgotten
            ? new RunAction.Remind(forgotten.Task)
            : Nothing;
    }

    /// <summary>The next step towards the end of all live executions; null when there is none.</summary>
    private static RunAction? StopAll(RunSnapshot snapshot, FailureCause cause, string reason)
    {
        var executed = snapshot.Current.Where(IsExecuted).ToArray();
        return executed.FirstOrDefault(task => !task.StopCommanded) is { } next ? new RunAction.OrderStop(next.Task, cause, reason)
            : executed.Length > 0 ? Nothing
            : null;
    }

    private static IReadOnlyList<BenchmarkTask>? Cancelled(RunSnapshot snapshot, StageState stage) => stage.Kind == StageKind.Measure
        ? PointTransitions.Cancel(snapshot.CurrentTasks, snapshot.IsDead, snapshot.Now, snapshot.StopOf)
        : TaskTransitions.Cancel(snapshot.Current[0].Task, snapshot.Now) is { } cancelled ? [cancelled] : null;

    private static bool IsExecuted(DispatchedTask task) => task.Task.Status == BenchmarkTaskStatus.Running && !task.OwnerIsDead;

    private static bool IsOver(DispatchedTask task) =>
        task.Task.Status == BenchmarkTaskStatus.Censored || (task.Task.Status == BenchmarkTaskStatus.Running && task.OwnerIsDead);

    private static RunAction.Store Store(IReadOnlyList<BenchmarkTask> before, IReadOnlyList<BenchmarkTask>? after) =>
        new(before,
            after
                ?? throw new InvalidDataException(
                    $"the tasks from {before[0].Key} on are {string.Join(", ", before.Select(task => task.Status).Distinct())}, which "
                        + $"those of one point cannot be"));
}
