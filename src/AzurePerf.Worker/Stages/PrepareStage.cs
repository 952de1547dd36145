using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets;
using AzurePerf.Storage.Runs;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Stages;

/// <summary>Makes the data that several points read.</summary>
internal sealed partial class PrepareStage(
    ProbeCatalog probes, ResourceStore resources, TargetSilenceMonitor watching, TimeProvider time, ILogger<PrepareStage> logger)
    : IStageExecution
{
    private const string NoResult = "{}";

    /// <summary>A target that answers drops what a failed load left in seconds; one that is silent is left to the clean stage.</summary>
    private static readonly TimeSpan LongestDrop = TimeSpan.FromSeconds(30);

    public string Work => StageWork.Prepare;

    public async Task<string> RunAsync(CurrentExecution execution, StageContext context)
    {
        var run = context.Run;
        var plan = RunPlanner.Plan(context.Experiment, run.Spec);
        var done = 0;
        foreach (var levels in plan.Datasets)
        {
            var datasets = new ExecutionProgress("preparing", done, plan.Datasets.Count);
            execution.Progress = () => datasets;
            var selection = context.Experiment.SelectProbe(RunPlanner.Bind(context.Experiment, run.Spec, levels));
            await PrepareAsync(selection, ResourceNames.ForDataset(run.RunId, done, execution.Task.Attempt), execution, context);
            done++;
        }

        return NoResult;
    }

    private async Task PrepareAsync(ProbeSelection selection, string datasetName, CurrentExecution execution, StageContext context)
    {
        var timeout = TimeSpan.FromSeconds(selection.Options.OperationTimeoutSeconds);
        using var target = context.Target.Open(TargetOpening.ForSetUp(timeout));
        using var watch = watching.Watch(execution, context.Run, target);
        var own = new RunResources(resources, context.Run.RunId, context.Run.Spec.Target);
        await using var probe = probes.Create(selection, new()
        {
            Target = target,
            Register = own,
            DatasetName = datasetName,
            Seed = context.Run.Spec.Seed,
        });
        var datasets = execution.Progress;
        execution.Progress = () => probe.RowsPrepared is var (made, planned) ? new("loading", made, planned) : datasets();
        try
        {
            await probe.PrepareDatasetAsync(execution.StoppingInTarget);
        }
        catch (Exception exception) when (
            exception is not OperationCanceledException && !execution.Stopping.IsCancellationRequested && target.KeepsResources)
        {
            await DropAsync(own, target, execution);
            throw;
        }
    }

    /// <summary>Takes half a dataset out of the target at once: what filled its disk must not keep others from it until the run is
    /// cleaned. Its failure hides none of what made the dataset fail.</summary>
    private async Task DropAsync(RunResources own, IOpenTarget target, CurrentExecution execution)
    {
        using var late = new CancellationTokenSource(LongestDrop, time);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(late.Token, execution.StoppingInTarget);
        try
        {
            await own.RemoveAllAsync(target, time, stop.Token);
        }
        catch (Exception exception)
        {
            LogKept(execution.Task.Key, FailureText.Of(exception));
        }
    }

    [LoggerMessage(
        Level = LogLevel.Warning, Message = "Half a dataset of task {Task} could not be dropped yet, the clean stage will: {Reason}")]
    private partial void LogKept(TaskKey task, string reason);
}
