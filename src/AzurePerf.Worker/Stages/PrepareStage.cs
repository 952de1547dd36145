using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets;
using AzurePerf.Storage.Runs;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Stages;

/// <summary>Makes the data that several points read.</summary>
internal sealed class PrepareStage(ProbeCatalog probes, ResourceStore resources, TargetSilenceMonitor watching) : IStageExecution
{
    private const string NoResult = "{}";

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
        await using var probe = probes.Create(selection, new()
        {
            Target = target,
            Register = new RunResources(resources, context.Run.RunId, context.Run.Spec.Target),
            DatasetName = datasetName,
            Seed = context.Run.Spec.Seed,
        });
        var datasets = execution.Progress;
        execution.Progress = () => probe.RowsPrepared is var (made, planned) ? new("loading", made, planned) : datasets();
        await probe.PrepareDatasetAsync(execution.Stopping);
    }
}
