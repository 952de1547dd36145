using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;

namespace AzurePerf.Worker.Tasks;

/// <summary>Executes a claimed task and turns every way it can end into a result or a classified failure.</summary>
internal sealed partial class TaskExecution(
    RunStore runs,
    StorageAccounts accounts,
    PrepareStage prepare,
    MeasureStage measure,
    CleanStage clean,
    ILogger<TaskExecution> logger)
{
    private const int LongestError = 1_000;

    public async Task<ExecutionEnd> RunAsync(CurrentExecution execution)
    {
        try
        {
            var context = await ContextAsync(execution);
            return new(await StageOf(execution.Task.Key.Stage).RunAsync(execution, context), null);
        }
        catch (InterruptedMeasurementException interrupted)
        {
            return Failed(Stopped(execution, interrupted.Partial));
        }
        catch (Exception) when (execution.Stopping.IsCancellationRequested)
        {
            // What a stopped execution throws on its way out says nothing new.
            return Failed(Stopped(execution, ""));
        }
        catch (Exception exception)
        {
            LogFailed(execution.Task.Key, exception);
            return Failed(new(KindOf(exception), ErrorOf(exception), ""));
        }
    }

    private async Task<StageContext> ContextAsync(CurrentExecution execution)
    {
        var runId = execution.Task.Key.RunId;
        var run = await runs.FindAsync(runId, execution.Stopping) ?? throw new BadTaskException($"run {runId} does not exist");
        if (!accounts.Targets.TryGetValue(run.Spec.Target, out var target))
        {
            throw new BadTaskException($"this worker has no target '{run.Spec.Target}': its configuration names {string.Join(", ", accounts.Targets.Keys)}");
        }

        var definition = ExperimentCatalogue.Find(run.Spec.Experiment);
        return definition is not null || run.Spec.Experiment == MaintenanceRun.Experiment
            ? new(run, definition, target)
            : throw new BadTaskException($"this build has no experiment '{run.Spec.Experiment}'");
    }

    private IStageExecution StageOf(StageKind stage) => stage switch
    {
        StageKind.Prepare => prepare,
        StageKind.Measure => measure,
        _ => clean,
    };

    private static ExecutionEnd Failed(ExecutionFailure failure) => new(null, failure);

    private static ExecutionFailure Stopped(CurrentExecution execution, string partial) => execution.Order is { } order
        ? new(order.Kind, order.Reason, partial)
        : new(TaskFailureKind.Preempted, "the worker was told to end", partial);

    private static TaskFailureKind KindOf(Exception exception) => exception switch
    {
        BadTaskException => TaskFailureKind.BadInput,
        _ when StorageFailure.MayPass(exception) => TaskFailureKind.TransientStorage,
        _ => TaskFailureKind.Faulted,
    };

    private static string ErrorOf(Exception exception)
    {
        var text = FailureText.Of(exception);
        return text.Length <= LongestError ? text : text[..LongestError];
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "Task {Task} failed")]
    private partial void LogFailed(TaskKey task, Exception exception);
}
