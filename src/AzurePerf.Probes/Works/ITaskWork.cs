using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes.Targets;

namespace AzurePerf.Probes.Works;

/// <summary>What the tasks of stages do that name this work; workers register it at their set-up.</summary>
public interface ITaskWork
{
    /// <summary>By which stages name it; one of a kind in a worker.</summary>
    string Name { get; }

    /// <summary>
    /// Executes one task to its end and returns its product as JSON, at most 32 Ki characters; throws when there is none, an
    /// <see cref="ExecutionEndedException"/> to say why by name. It may be executed again, and by another worker, which must find nothing
    /// half done: what it makes bears the id of the execution. One that finds its product there already gives it back, as its own or with
    /// <see cref="FailureCause.AlreadyExists"/>: an execution that only says that it exists has failed.
    /// </summary>
    /// <param name="context">Which task, and what it works with.</param>
    /// <param name="stop">Cancelled when it is to end early.</param>
    Task<string> ExecuteAsync(ITaskContext context, CancellationToken stop);
}

/// <summary>What one execution of a task works with.</summary>
public interface ITaskContext
{
    /// <summary>Run, stage and number of the task, for people.</summary>
    string Subject { get; }

    /// <summary>The run.</summary>
    string RunId { get; }

    /// <summary>Its seed: the same run draws the same numbers.</summary>
    int Seed { get; }

    /// <summary>What the experiment was told.</summary>
    PipelineOptions Options { get; }

    /// <summary>The number of the stage in the run.</summary>
    int Stage { get; }

    /// <summary>The task's number in its stage, from 0.</summary>
    int Task { get; }

    /// <summary>Which execution of the task it is, from 1.</summary>
    int Attempt { get; }

    /// <summary>The id of this execution: no other one has it.</summary>
    string ExecutionId { get; }

    /// <summary>What the task is to do; empty where the stage was declared without orders, and its number says enough.</summary>
    string Order { get; }

    /// <summary>What the stages before it produced.</summary>
    IStageProducts Products { get; }

    /// <summary>
    /// Keeps what the task makes in the target, registered before it is made: the run's last stage removes what is still registered.
    /// </summary>
    IResourceRegister Register { get; }

    /// <summary>Opens the run's target for this execution; the caller disposes it.</summary>
    /// <param name="requestTimeout">How long one request may take.</param>
    /// <exception cref="InvalidOperationException">The experiment takes no target.</exception>
    IOpenTarget OpenTarget(TimeSpan requestTimeout);

    /// <summary>
    /// Says that a program of the user runs from now on, which the work itself ends after this limit at the latest, with
    /// <see cref="FailureCause.UserCodeError"/>. The engine kills the execution later by as much, so that such a program is never taken for
    /// a slow machine. Further calls add to it.
    /// </summary>
    /// <param name="limit">Above zero, at most a day.</param>
    void AllowUserCode(TimeSpan limit);

    /// <summary>Says how far the execution is; the next heartbeat tells it.</summary>
    /// <param name="share">From 0 to 1; the adaptive limit stops an execution by it, as if it went on at the same pace.</param>
    /// <param name="phase">What it does just now, in a word.</param>
    void Report(double share, string phase = "executing");
}
