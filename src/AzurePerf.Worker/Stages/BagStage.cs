using AzurePerf.Core.Runs;
using AzurePerf.Worker.Bags;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Stages;

/// <summary>Executes one task of a bag by what its experiment's tasks do.</summary>
internal sealed class BagStage(IEnumerable<IBagWork> works) : IStageExecution
{
    private readonly Dictionary<string, IBagWork> _works = works.ToDictionary(work => work.Experiment);

    public StageKind Kind => StageKind.Bag;

    public Task<string> RunAsync(CurrentExecution execution, StageContext context)
    {
        execution.Progress = () => new("executing", 0, 0);
        return _works.TryGetValue(context.Run.Spec.Experiment, out var work)
            ? work.ExecuteAsync(context.Run, execution.Task, execution.Stopping)
            : throw new BadTaskException($"this build does not know what the tasks of '{context.Run.Spec.Experiment}' do");
    }
}
