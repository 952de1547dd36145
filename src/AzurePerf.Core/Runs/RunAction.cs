using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Runs;

/// <summary>One thing to do for a run. What it changes is written under the ETags of the snapshot it was decided on.</summary>
public abstract record RunAction
{
    private RunAction()
    {
    }

    /// <summary>Nothing to do until something changes.</summary>
    public sealed record Wait : RunAction;

    /// <summary>The run has ended: nothing will ever be done for it again.</summary>
    public sealed record Forget : RunAction;

    /// <summary>Take the exclusivity keys, then plan: stages are written and the first is opened.</summary>
    public sealed record Begin : RunAction;

    /// <summary>Write the next block of task rows of a stage.</summary>
    public sealed record CreateTasks(StageState Stage) : RunAction;

    /// <summary>Put the message of a stage's next task.</summary>
    public sealed record Dispatch(StageState Stage) : RunAction;

    /// <summary>Put the message of the current task again, because it may be lost.</summary>
    public sealed record Remind(BenchmarkTask Task) : RunAction;

    /// <summary>Store a decision about the current task.</summary>
    /// <param name="Before">As it was read.</param>
    /// <param name="After">As it shall be.</param>
    public sealed record Store(BenchmarkTask Before, BenchmarkTask After) : RunAction;

    /// <summary>Tell the worker of the current task to stop.</summary>
    public sealed record OrderStop(BenchmarkTask Task, TaskFailureKind Kind, string Reason) : RunAction;

    /// <summary>Publish what the current, terminal task brought and count it as finished.</summary>
    public sealed record Advance(StageState Stage, BenchmarkTask Task) : RunAction;

    /// <summary>Give up the tasks of a stage that were never handed out.</summary>
    public sealed record CancelRest(StageState Stage) : RunAction;

    /// <summary>Close a stage and open the one after it, if there is one.</summary>
    public sealed record CloseStage(StageState Stage) : RunAction;

    /// <summary>Give the keys back and end the run.</summary>
    public sealed record Finish(RunStatus Status, string Reason) : RunAction;
}
