using AzurePerf.Core.Runs;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;

namespace AzurePerf.UnitTests.Worker;

/// <summary>A clean stage that does what the test says.</summary>
internal sealed class ScriptedStage(Func<CurrentExecution, Task<string>> execute) : IStageExecution
{
    public StageKind Kind => StageKind.Clean;

    public Task<string> RunAsync(CurrentExecution execution, StageContext context) => execute(execution);
}
