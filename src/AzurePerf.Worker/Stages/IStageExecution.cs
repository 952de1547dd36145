using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Stages;

/// <summary>Executes the tasks of the stages that name one work.</summary>
internal interface IStageExecution
{
    /// <summary>The name of the work.</summary>
    string Work { get; }

    /// <summary>Executes to the end and returns the result as JSON; throws when there is none.</summary>
    Task<string> RunAsync(CurrentExecution execution, StageContext context);
}
