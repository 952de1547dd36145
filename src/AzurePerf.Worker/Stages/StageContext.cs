using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;

namespace AzurePerf.Worker.Stages;

/// <summary>What the tasks of one run have in common.</summary>
/// <param name="Run">The run.</param>
/// <param name="Definition">Its experiment; null for a maintenance run, which has none.</param>
/// <param name="Target">The account it measures.</param>
internal sealed record StageContext(RunState Run, ExperimentDefinition? Definition, StorageAccountAddress Target)
{
    /// <summary>The experiment of a run that has points.</summary>
    public ExperimentDefinition Experiment => Definition ?? throw new BadTaskException($"run {Run.RunId} has no experiment");
}
