using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Runs;

/// <summary>One thing to do for a run. What it changes is written under the ETags of the snapshot it was decided on.</summary>
public abstract record RunAction
{
    private RunAction()
    {
    }

    /// <summary>Nothing to do until something changes.</summary>
    /// <param name="Reason">What the run waits for, where that is not just its workers; else empty.</param>
    public sealed record Wait(string Reason = "") : RunAction;

    /// <summary>The run has ended: nothing will ever be done for it again.</summary>
    public sealed record Forget : RunAction;

    /// <summary>Take the exclusivity keys, then plan: stages are written and the first is opened.</summary>
    public sealed record Begin : RunAction;

    /// <summary>Write that the run lets others go first until the workers come that it lacks: from then on none of its tasks
    /// begins.</summary>
    public sealed record StandAside : RunAction;

    /// <summary>Give the keys of a run that stands aside back: nothing of it is executed any more.</summary>
    public sealed record GiveKeysBack : RunAction;

    /// <summary>Take the keys again in its turn: the workers have come.</summary>
    public sealed record TakeTurn : RunAction;

    /// <summary>Write that the run stands aside no more, and put the messages of its current tasks anew.</summary>
    public sealed record GoOn : RunAction;

    /// <summary>Write why the run is given up: its stages end early, and it cleans up.</summary>
    public sealed record GiveUp(string Reason) : RunAction;

    /// <summary>
    /// Make the orders of a stage from the products of the stages before it, store them, and only then write in its row how many tasks it
    /// has.
    /// </summary>
    public sealed record PlanStage(StageState Stage) : RunAction;

    /// <summary>Write the next block of task rows of a stage.</summary>
    public sealed record CreateTasks(StageState Stage) : RunAction;

    /// <summary>Put the messages of a stage's next point or task.</summary>
    public sealed record Dispatch(StageState Stage) : RunAction;

    /// <summary>Store the next point of a series as a gap, because its time has passed.</summary>
    public sealed record MissNext(StageState Stage) : RunAction;

    /// <summary>Put the message of a task again, because it may be lost.</summary>
    public sealed record Remind(BenchmarkTask Task) : RunAction;

    /// <summary>Store a decision about the current tasks, all or none.</summary>
    /// <param name="Before">As they were read.</param>
    /// <param name="After">As they shall be.</param>
    public sealed record Store(IReadOnlyList<BenchmarkTask> Before, IReadOnlyList<BenchmarkTask> After) : RunAction;

    /// <summary>Write the number of a broken point's next gang, without a GO: from then on nobody starts for the one before.</summary>
    public sealed record RaiseGang(IReadOnlyList<BenchmarkTask> Tasks, int Gang) : RunAction;

    /// <summary>Tell the worker of a task to stop.</summary>
    public sealed record OrderStop(BenchmarkTask Task, FailureCause Cause, string Reason) : RunAction;

    /// <summary>Publish what the current, terminal tasks brought and count them as finished.</summary>
    public sealed record Advance(StageState Stage, IReadOnlyList<BenchmarkTask> Tasks) : RunAction;

    /// <summary>Give up the tasks of a stage that were never handed out.</summary>
    public sealed record CancelRest(StageState Stage) : RunAction;

    /// <summary>Make the next block of a bag's tasks and put its messages.</summary>
    public sealed record FillBag(StageState Stage) : RunAction;

    /// <summary>Look through the rows of a bag: what died with its worker is taken back, what lost its message gets one, and a bag without
    /// open tasks is closed.</summary>
    public sealed record ScanBag(StageState Stage) : RunAction;

    /// <summary>Give up every task of a bag that is not terminal, then close it.</summary>
    public sealed record CancelBag(StageState Stage) : RunAction;

    /// <summary>Close a stage and open the one after it, if there is one.</summary>
    public sealed record CloseStage(StageState Stage) : RunAction;

    /// <summary>Give the keys back and end the run.</summary>
    public sealed record Finish(RunStatus Status, string Reason) : RunAction;
}
