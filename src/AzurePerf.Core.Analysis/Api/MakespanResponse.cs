using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Api;

/// <summary>How long the stages of a run took together, and the least that its own tasks could have taken in the slots that there were:
/// the larger of work by slots and the critical path.</summary>
/// <param name="Seconds">From the opening of its first stage of tasks to the end of its last.</param>
/// <param name="WorkSeconds">Slot time of the executions that its tasks ended with; those that were repeated are not in it.</param>
/// <param name="Slots">Slots that there were on average; other runs may have used some.</param>
/// <param name="CriticalPathSeconds">The longest task of each stage, one after the other, as stages follow each other.</param>
public sealed record MakespanResponse(double Seconds, double WorkSeconds, double Slots, double CriticalPathSeconds)
{
    /// <summary>What the work takes when all slots are busy.</summary>
    public double SecondsOfWork => WorkSeconds / Slots;

    /// <summary>The least that its tasks could have taken, in seconds.</summary>
    public double LeastSeconds => Math.Max(SecondsOfWork, CriticalPathSeconds);

    /// <summary>How many times that it took.</summary>
    public double Ratio => Seconds / LeastSeconds;

    /// <summary>Of a run whose bags are all closed; null before, without bags or work, where tasks were cancelled, and where an older build
    /// closed one.</summary>
    /// <param name="stages">All of its stages.</param>
    public static MakespanResponse? Of(IReadOnlyList<StageState> stages)
    {
        ArgumentNullException.ThrowIfNull(stages);
        StageState[] bags = [.. stages.Where(stage => stage is { Kind: StageKind.Bag, Total: > 0 })];
        if (stages.Any(stage => stage is { Kind: StageKind.Bag, IsPlanned: false }) || !bags.All(stage =>
            stage is { Closed: true, Cancelled: 0, OpenedAt: not null, ClosedAt: not null, Work: not null, Slots: not null }))
        {
            return null;
        }

        double DurationOf(StageState stage) => (stage.ClosedAt!.Value - stage.OpenedAt!.Value).TotalSeconds;
        var work = bags.Sum(stage => stage.Work!.Value.TotalSeconds);
        var open = bags.Sum(DurationOf);
        var slots = open > 0 ? bags.Sum(stage => stage.Slots!.Value * DurationOf(stage)) / open : 0;
        return work > 0 && slots > 0
            ? new((bags.Max(stage => stage.ClosedAt!.Value) - bags.Min(stage => stage.OpenedAt!.Value)).TotalSeconds, work, slots,
                bags.Sum(stage => stage.Longest.TotalSeconds))
            : null;
    }
}
