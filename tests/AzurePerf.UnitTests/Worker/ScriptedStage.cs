using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;

namespace AzurePerf.UnitTests.Worker;

/// <summary>A clean stage that does what the test says.</summary>
internal sealed class ScriptedStage(Func<CurrentExecution, Task<string>> execute) : IStageExecution
{
    public string Work => StageWork.Clean;

    public Task<string> RunAsync(CurrentExecution execution, StageContext context) => execute(execution);
}
