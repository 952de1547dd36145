using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Targets;

namespace AzurePerf.Worker.Stages;

/// <summary>What the tasks of one run have in common.</summary>
/// <param name="Run">The run.</param>
/// <param name="Definition">Its experiment; null for a maintenance run, which has none.</param>
/// <param name="Place">What it measures or cleans; null for an experiment that touches no target.</param>
internal sealed record StageContext(RunState Run, ExperimentDefinition? Definition, WorkerTarget? Place)
{
    /// <summary>What its experiment says of the stage of the task.</summary>
    public required StagePlan Plan { get; init; }

    /// <summary>What the task is to do; empty where its stage was planned without orders.</summary>
    public string Order { get; init; } = "";

    /// <summary>The target of a run that measures or cleans one.</summary>
    public WorkerTarget Target => Place ?? throw new BadTaskException($"run {Run.RunId} touches no target");

    /// <summary>The experiment of a run that has points.</summary>
    public ExperimentDefinition Experiment => Definition ?? throw new BadTaskException($"run {Run.RunId} has no experiment");
}

/// <summary>Executes the tasks of the stages that name one work.</summary>
internal interface IStageExecution
{
    /// <summary>The name of the work.</summary>
    string Work { get; }

    /// <summary>Executes to the end and returns the result as JSON; throws when there is none.</summary>
    Task<string> RunAsync(CurrentExecution execution, StageContext context);
}
