using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Limits;

/// <summary>Says what a run of bags will take of its owner's quotas: pure arithmetic over its stages.</summary>
public static class UseEstimator
{
    private const long Most = long.MaxValue / 4;

    /// <summary>Adds up the stages: what exists already is not subtracted, because only the tasks find out.</summary>
    /// <param name="stages">Of the run.</param>
    /// <param name="seconds">Mean seconds of a task by name of its stage, as far as such were seen; else the plan's own expectation
    /// counts.</param>
    /// <param name="bytes">Mean bytes of a product by its kind, likewise.</param>
    public static RunUse Of(
        IReadOnlyList<StagePlan> stages, IReadOnlyDictionary<string, double> seconds, IReadOnlyDictionary<string, double> bytes)
    {
        ArgumentNullException.ThrowIfNull(stages);
        return new(
            (long)Math.Min(Most, stages.Sum(stage => (double)stage.TasksAtMost * BytesOf(stage))),
            stages.Sum(stage => stage.TasksAtMost),
            stages.Sum(stage => stage.TasksAtMost * SecondsOf(stage)));

        double BytesOf(StagePlan stage) => stage.Stores is not { } stores ? 0
            : bytes.TryGetValue(stores.Kind, out var seen) ? stores.Products * seen : stores.ExpectedBytes;

        double SecondsOf(StagePlan stage) =>
            seconds.TryGetValue(stage.Name, out var seen) ? seen : stage.Expected?.TotalSeconds ?? 0;
    }
}
