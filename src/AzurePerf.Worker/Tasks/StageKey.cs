using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Worker.Tasks;

/// <summary>A stage of a run: its tasks are alike, those of any other may not be.</summary>
internal readonly record struct StageKey(string RunId, StageId Stage)
{
    public static StageKey Of(TaskMessage message) => new(message.RunId, new StageId(message.Stage));

    public static StageKey Of(TaskKey key) => new(key.RunId, key.Stage);
}
