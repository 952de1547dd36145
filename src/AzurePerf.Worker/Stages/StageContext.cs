using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Worker.Targets;

namespace AzurePerf.Worker.Stages;

/// <summary>What the tasks of one run have in common.</summary>
/// <param name="Run">The run.</param>
/// <param name="Definition">Its experiment; null for a maintenance run, which has none.</param>
/// <param name="Place">What it measures or cleans; null for the tasks of a bag, which touch no target.</param>
internal sealed record StageContext(RunState Run, ExperimentDefinition? Definition, WorkerTarget? Place)
{
    /// <summary>The target of a run that measures or cleans one.</summary>
    public WorkerTarget Target => Place ?? throw new BadTaskException($"run {Run.RunId} touches no target");

    /// <summary>The experiment of a run that has points.</summary>
    public ExperimentDefinition Experiment => Definition ?? throw new BadTaskException($"run {Run.RunId} has no experiment");
}
