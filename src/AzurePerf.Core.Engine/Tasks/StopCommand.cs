using System.Text.Json.Serialization;

namespace AzurePerf.Core.Tasks;

/// <summary>An order to stop one execution.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Stage">The stage's number.</param>
/// <param name="Task">The task's number in its stage.</param>
/// <param name="Attempt">The execution; a later one is not meant.</param>
/// <param name="Cause">Why, which decides what becomes of the task.</param>
/// <param name="Reason">One clause for people.</param>
public sealed record StopCommand(string RunId, int Stage, int Task, int Attempt, FailureCause Cause, string Reason)
{
    /// <summary>The order that stops the execution of a task as its row has it.</summary>
    public static StopCommand Of(BenchmarkTask task, FailureCause cause, string reason) =>
        new(task.Key.RunId, task.Key.Stage.Number, task.Key.Number, task.Attempt, cause, reason);

    public bool Means(RunningTask running) =>
        (running.RunId, running.Stage, running.Task, running.Attempt) == (RunId, Stage, Task, Attempt)
            || (EndsAll && running.Holds(RunId, Stage, Task, Attempt));

    /// <summary>True when it ends what was claimed with the task as well: the run ends. A task that took too long is meant alone.</summary>
    [JsonIgnore]
    public bool EndsAll => Cause == FailureCause.Preempted;

    public bool Means(BenchmarkTask task) =>
        (task.Key.RunId, task.Key.Stage.Number, task.Key.Number, task.Attempt) == (RunId, Stage, Task, Attempt);
}
