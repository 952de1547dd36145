using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Runs;

/// <summary>When the points of a periodic run are due.</summary>
public static class SeriesPlan
{
    /// <summary>When the point that is handed out, or else the next one, is due; null where the run is no series or the stage measures
    /// nothing.</summary>
    /// <param name="run">The run.</param>
    /// <param name="stage">Its open stage.</param>
    /// <param name="repetitionsLater">0 for the point itself; 1 for when the same point of the next repetition is due, from when on it is a
    /// gap.</param>
    public static DateTimeOffset? DueOf(RunState run, StageState stage, int repetitionsLater)
    {
        if (run.Spec.RepeatEverySeconds == 0 || stage is not { Kind: StageKind.Measure, OpenedAt: { } openedAt } || stage.Total == 0)
        {
            return null;
        }

        var tasksPerRepetition = stage.Total / run.Spec.Repetitions;
        var repetition = Math.Min(stage.Finished, stage.Total - 1) / tasksPerRepetition;
        return openedAt + TimeSpan.FromSeconds((double)run.Spec.RepeatEverySeconds * (repetition + repetitionsLater));
    }
}
