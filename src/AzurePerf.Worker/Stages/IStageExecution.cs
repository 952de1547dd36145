using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Stages;

/// <summary>Executes the tasks of one kind of stage.</summary>
internal interface IStageExecution
{
    /// <summary>Executes to the end and returns the result as JSON; throws when there is none.</summary>
    Task<string> RunAsync(CurrentExecution execution, StageContext context);
}
