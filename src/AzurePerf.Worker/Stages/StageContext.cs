using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;

namespace AzurePerf.Worker.Stages;

/// <summary>What the tasks of one run have in common.</summary>
/// <param name="Run">The run.</param>
/// <param name="Definition">Its experiment; null for a maintenance run, which has none.</param>
/// <param name="Account">The account it measures; null where its tasks touch none: those of a bag, and those that measure the worker's own machine.</param>
internal sealed record StageContext(RunState Run, ExperimentDefinition? Definition, StorageAccountAddress? Account)
{
    /// <summary>The account of a run that measures or cleans one.</summary>
    public StorageAccountAddress Target => Account ?? throw new BadTaskException($"run {Run.RunId} touches no target");

    /// <summary>The experiment of a run that has points.</summary>
    public ExperimentDefinition Experiment => Definition ?? throw new BadTaskException($"run {Run.RunId} has no experiment");
}
