using AzurePerf.Core.Experiments.Stages;

namespace AzurePerf.Core.Runs;

/// <summary>What a run counts against the quotas of its owner: as estimated when it was submitted, as used once it has ended.</summary>
/// <param name="Bytes">Of products that it stores itself; what others stored before counts for them.</param>
/// <param name="Tasks">Tasks that it has under way; 0 once it has ended.</param>
/// <param name="CoreSeconds">Time in workers' slots, each of which counts as one core.</param>
public sealed record RunUse(long Bytes, long Tasks, double CoreSeconds)
{
    public static RunUse None { get; } = new(0, 0, 0);

    /// <summary>What a run used that has ended, by its stages; null for one without bags, which counts for nothing. The same whenever it
    /// is asked for.</summary>
    public static RunUse? Of(IReadOnlyList<StageState> stages) => stages.Any(stage => stage.Shape == StageShape.Bag)
        ? new(stages.Sum(stage => stage.StoredBytes), 0, stages.Sum(stage => stage.SlotTime.TotalSeconds))
        : null;
}
