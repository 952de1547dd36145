using AzurePerf.Core.Runs;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Stages;

/// <summary>Executes the tasks of one kind of stage.</summary>
internal interface IStageExecution
{
    /// <summary>The kind of stage whose tasks it executes.</summary>
    StageKind Kind { get; }

    /// <summary>Executes to the end and returns the result as JSON; throws when there is none.</summary>
    Task<string> RunAsync(CurrentExecution execution, StageContext context);
}
