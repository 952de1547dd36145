using System.Collections.Frozen;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Imagery;
using AzurePerf.Sources;
using AzurePerf.Storage.Runs;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;
using AzurePerf.Worker.Targets;

namespace AzurePerf.Worker.Tasks;

/// <summary>Executes a claimed task and turns every way it can end into a result or a classified failure.</summary>
internal sealed partial class TaskExecution(
    RunStore runs,
    ExperimentCatalogue experiments,
    WorkerTargets targets,
    IEnumerable<IStageExecution> stages,
    RunCache runCache,
    OrderCache orders,
    WorkerShutdown shutdown,
    ILogger<TaskExecution> logger)
{
    private const int LongestError = 1_000;

    private readonly FrozenDictionary<string, IStageExecution> _works = stages.ToFrozenDictionary(stage => stage.Work);

    public async Task<ExecutionEnd> RunAsync(CurrentExecution execution)
    {
        StageContext? context = null;
        try
        {
            context = await ContextAsync(execution);

            // What it needs may have been known already: one that was told to stop before it began would begin all the same, beside whoever
            // measures on this host by now.
            execution.Stopping.ThrowIfCancellationRequested();
            return MessageDecisions.MayBegin(context.Run)
                ? new(await WorkOf(context).RunAsync(execution, context), null)
                : Failed(NotBegun(context.Run));
        }
        catch (InterruptedMeasurementException interrupted)
        {
            return Failed(Stopped(execution, interrupted.Partial));
        }
        catch (Exception exception) when (execution.Stopping.IsCancellationRequested && IsWayOut(exception))
        {
            return Failed(Stopped(execution, ""));
        }
        catch (Exception thrown)
        {
            // Also when it was told to stop meanwhile: what went wrong by itself would be lost under the reason of the stop.
            var exception = NamedEndIn(thrown) ?? thrown;
            if (exception is not ExecutionEndedException { InnerException: null })
            {
                LogFailed(execution.Task.Key, exception);
            }

            var cause = CauseOf(exception, execution.Task.Key.Stage.Kind, context?.Place?.Outcomes);
            return Failed(new(cause, ErrorOf(exception, execution, context?.Place), (exception as ExecutionEndedException)?.Product ?? ""));
        }
    }

    /// <summary>What one of several parts of the work named that ran at the same time; null where none did.</summary>
    private static ExecutionEndedException? NamedEndIn(Exception thrown) =>
        (thrown as AggregateException)?.Flatten().InnerExceptions.OfType<ExecutionEndedException>().FirstOrDefault();

    /// <summary>Whether an exception is how a stopped execution ends, which says nothing new: cancellation is in it, or a start that is
    /// missed for it.</summary>
    private static bool IsWayOut(Exception exception) => exception switch
    {
        ExecutionEndedException => false,
        OperationCanceledException or MissedStartException => true,
        AggregateException several => several.InnerExceptions.Any(IsWayOut),
        _ => exception.InnerException is { } inner && IsWayOut(inner),
    };

    private IStageExecution WorkOf(StageContext context) => _works.GetValueOrDefault(context.Plan.Work)
        ?? throw new BadTaskException($"this build has no work '{context.Plan.Work}', which tasks of '{context.Run.Spec.Experiment}' name");

    private async Task<StageContext> ContextAsync(CurrentExecution execution)
    {
        var (runId, stage) = (execution.Task.Key.RunId, execution.Task.Key.Stage);
        var run =
            await (stage.Shape == StageShape.Bag ? runCache.FindAsync(runId, execution.Stopping)
                : runs.FindAsync(runId, execution.Stopping)) ?? throw new BadTaskException($"run {runId} does not exist");
        var definition = experiments.Find(run.Spec.Experiment);
        if (definition is null && run.Spec.Experiment != MaintenanceRun.Experiment)
        {
            throw new BadTaskException($"this build has no experiment '{run.Spec.Experiment}'");
        }

        var plan = RunPlanner.StageOf(definition, run.Spec, stage);
        return new(run, definition,
            definition is { Target: null } ? null : targets.Require(definition?.Target?.OnlyTarget ?? run.Spec.Target, definition?.Target))
        {
            Plan = plan,
            Order = plan.Orders is null ? "" : await orders.FindAsync(execution.Task.Key, execution.Stopping),
        };
    }

    /// <summary>Of a run that only waits for workers it is repeated later.</summary>
    private static ExecutionFailure NotBegun(RunState run) => run is { Aside: true, Fault: "" } && !run.Status.IsTerminal()
        ? new(FailureCause.Preempted, RunDecisions.AsideReason, "")
        : new(FailureCause.Cancelled, "nothing more is executed for its run", "");

    private static ExecutionEnd Failed(ExecutionFailure failure) => new(null, failure);

    private ExecutionFailure Stopped(CurrentExecution execution, string partial) => execution.Command is { } order
        ? new(order.Cause, order.Reason, partial)
        : new(shutdown.StopExecutions.IsCancellationRequested ? FailureCause.SelfStopped : FailureCause.Preempted,
            shutdown.Reason.Length > 0 ? shutdown.Reason : "the worker was told to end", partial);

    /// <summary>Why an execution ended that threw this.</summary>
    internal static FailureCause CauseOf(Exception exception, StageKind stage, IOutcomeClassifier? target = null) => exception switch
    {
        BadTaskException or NotSupportedException => FailureCause.BadInput,
        MissedStartException => FailureCause.MissedStart,

        // What passes by itself is worth more attempts than what does not, and they remove all that can be by then.
        ThingsStayException { Failures: [var first, ..] failures } =>
            failures.Select(failure => CauseOf(failure, stage, target))
                .FirstOrDefault(cause => FailureTaxonomy.ClassOf(cause) == FailureClass.TransientStorage, CauseOf(first, stage, target)),
        ExecutionEndedException { Cause: var named, Product: var product } =>
            FailureTaxonomy.IsReuse(named) && product.Length == 0 ? FailureCause.RequestRefused : named,

        // Cleaning up has no product that could be there already: taken for done, it would leave what is still there. That of a task of a
        // bag is what it gives back: taken for done, it would be missing where later stages read it.
        _ =>
            StorageCauses.Of(exception, target) is var cause
                && (stage is StageKind.Clean or StageKind.Bag) && FailureTaxonomy.IsReuse(cause)
                ? FailureCause.RequestRefused
                : cause,
    };

    private string ErrorOf(Exception exception, CurrentExecution execution, WorkerTarget? target)
    {
        // Where the cause has a word of its own, the name of the exception would only repeat it.
        var said = exception is MissedStartException { InnerException: null } or ExecutionEndedException or SourceException
            or UnreadableFileException or ThingsStayException
            ? FailureText.Clean(exception.Message)
            : FailureText.Of(exception);
        said = target?.AdviceOn(exception) is { } advice ? $"{advice} ({said})" : said;
        var text = said + (execution.Stopping.IsCancellationRequested ? $"; {Stopped(execution, "").Error}" : "");
        return text.Length <= LongestError ? text : text[..LongestError];
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "Task {Task} failed")]
    private partial void LogFailed(TaskKey task, Exception exception);
}
