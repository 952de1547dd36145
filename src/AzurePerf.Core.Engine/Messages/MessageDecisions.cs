using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Messages;

/// <summary>
/// What becomes of a message, as pure functions of what is stored: a message is a hint, the row decides. It is deleted only if its row is
/// terminal or missing or its run has ended; one met while its task is executed is hidden for a moment, again and again, because it may be
/// the only one that is left when that execution dies.
/// </summary>
public static class MessageDecisions
{
    /// <summary>How often a task that runs a program is left to others while no worker is known that runs programs: one may be about to
    /// start, or to find out that it can. Each time takes half a minute and up to five seconds more, so together they are six to seven
    /// minutes: longer than the restart of a worker.</summary>
    public const int MostRefused = 12;

    /// <summary>How often a task whose order a later build wrote is left to others while no worker of another build is known: together
    /// about half an hour, longer than the update of all workers. Other bags wait behind such messages: not for longer.</summary>
    public const int MostHeld = 60;

    /// <summary>By the run alone. This comes first: a run that ended because its task rows make no sense leaves messages that must go
    /// without reading those.</summary>
    /// <param name="run">Its header; null when there is none.</param>
    /// <param name="stage">The stage of the task.</param>
    /// <param name="build">The build of the worker: the points of one run come from one build.</param>
    public static MessageStep ByRun(RunState? run, StageKind stage, string build) =>
        run is null || run.Status.IsTerminal() ? MessageStep.Delete
        : run.Fault.Length > 0 || run.Aside ? MessageStep.PassOn
        : stage == StageKind.Measure && run.Build.Length > 0 && run.Build != build ? MessageStep.PassOn
        : MessageStep.Take;

    /// <summary>
    /// Whether a claimed task may still begin, by its run's header as read after the claim, when the worker already counts it as executed:
    /// who waits until no worker lists a task of the run any more misses none.
    /// </summary>
    public static bool MayBegin(RunState run) => !run.Status.IsTerminal() && run.Fault.Length == 0 && !run.Aside;

    /// <summary>Whether tasks of a stage may run a program of a user; others of the same stage may make pictures.</summary>
    /// <param name="spec">Of the run.</param>
    /// <param name="stage">One of its stages.</param>
    public static bool MayRunPrograms(RunSpec spec, StageId stage) =>
        spec.Experiment == ImageStages.Experiment
        && ImageStages.InOrder.ElementAtOrDefault(stage.BagIndex) == ImageStages.Reduction
        && spec.Parameters["program"] is JsonValue value && value.TryGetValue(out string? program) && program.Length > 0;

    /// <summary>By the programs of users that its task runs, on a worker that runs none at present. Where none does, its task is taken in
    /// the end, and fails for what this worker says.</summary>
    /// <param name="message">What the message says.</param>
    /// <param name="others">The workers of the pool as they say themselves; this one may be among them.</param>
    /// <returns>What becomes of the message, and its text when it is passed on.</returns>
    public static (MessageStep Step, TaskMessage Message) ByPrograms(TaskMessage message, IEnumerable<WorkerState> others) =>
        // One that drains may be about to start again, and what was refused before it was seen is long ago.
        others.Any(worker => worker.RunsPrograms) ? (MessageStep.PassOn, message with { Refused = null })
        : message.Refused is not { } refused ? (MessageStep.PassOn, message with { Refused = 1 })
        : refused < MostRefused ? (MessageStep.PassOn, message with { Refused = refused + 1 })
        : (MessageStep.Take, message);

    /// <summary>By an order that a later build wrote. Where no worker of that build comes, its task is taken in the end, and fails for what
    /// this build cannot read.</summary>
    /// <param name="message">What the message says.</param>
    /// <param name="others">The workers of the pool as they say themselves; this one may be among them.</param>
    /// <param name="build">The build of this worker.</param>
    /// <param name="age">Of the message.</param>
    /// <returns>What becomes of the message, and its text when it is passed on.</returns>
    public static (MessageStep Step, TaskMessage Message) ByBuild(
        TaskMessage message, IEnumerable<WorkerState> others, string build, TimeSpan age) =>
        message.Refused >= MostHeld ? (MessageStep.Take, message)
        : age <= MessageText.NextBuildLimit && others.Any(worker => worker.Build != build)
            ? (MessageStep.PassOn, message with { Refused = null })
        : (MessageStep.PassOn, message with { Refused = (message.Refused ?? 0) + 1 });

    /// <summary>By the row of its task.</summary>
    /// <param name="task">The row as read; null when it is missing.</param>
    /// <param name="nonce">The nonce of a claim that this message has just led to and whose answer is not known; empty when there was
    /// none.</param>
    public static MessageStep ByRow(BenchmarkTask? task, string nonce) => task switch
    {
        null => MessageStep.Delete,
        _ when task.Status.IsTerminal() => MessageStep.Delete,
        _ when nonce.Length > 0 && task.Status == BenchmarkTaskStatus.Running && task.Nonce == nonce => MessageStep.Execute,
        { Status: BenchmarkTaskStatus.Ready } => MessageStep.Take,

        // Executed, or about to be decided about. A second message of it, hidden for as long as a get hides it, would keep idle workers for
        // minutes after its end: messages are what pools of workers are scaled by.
        _ => MessageStep.PassOn,
    };

    /// <summary>By the row of one of several tasks of a message: what is handed out alone by now has another one.</summary>
    /// <param name="task">The row as read; null when it is missing.</param>
    /// <param name="nonce">As for a single task.</param>
    public static MessageStep ByBundledRow(BenchmarkTask? task, string nonce) =>
        ByRow(task, nonce) is var step && step == MessageStep.Take && !task!.IsBundled ? MessageStep.Leave : step;

    /// <summary>Of the worker that executed its task and stored how that ended.</summary>
    /// <param name="stored">The row as stored, or as somebody else has changed it since.</param>
    public static MessageStep AfterEnd(BenchmarkTask stored) =>
        stored.Status.IsTerminal() ? MessageStep.Delete
        : stored.Status == BenchmarkTaskStatus.Ready ? MessageStep.Show
        : MessageStep.Leave;

    /// <summary>The message of a task that runs again, from the one of the execution before: it leads to the new row, and where the cause
    /// asks for another worker past the one that ended it.</summary>
    /// <param name="message">By which that worker got the task.</param>
    /// <param name="stored">The row as stored, Ready.</param>
    public static TaskMessage Again(TaskMessage message, BenchmarkTask stored) => message with
    {
        Task = stored.Key.Number,
        With = null,
        Attempt = stored.Attempt,
        ETag = stored.ETag,
        Avoid = stored.FailureCause is { } cause && FailureTaxonomy.PolicyOf(cause).Delay == RetryDelay.AtOnceElsewhere
            ? stored.Owner
            : null,
        TimedOut = TaskMessage.TimedOutOf(stored),

        // What one worker that runs no programs said others will say too. Any other end was on a worker that does, or on one that could not
        // read the order and has waited long enough.
        Refused = stored.FailureCause == FailureCause.RequestRefused || message.Refused >= MostHeld ? message.Refused : null,
    };

    /// <summary>Of that worker later, when the row still had to be decided about.</summary>
    /// <param name="task">The row as read; null when it is missing.</param>
    /// <param name="attempt">The attempt that the worker executed.</param>
    public static MessageStep AfterDecision(BenchmarkTask? task, int attempt) =>
        task is null || task.Status.IsTerminal() ? MessageStep.Delete
        : task.Attempt != attempt ? MessageStep.PassOn
        : MessageStep.Leave;
}
