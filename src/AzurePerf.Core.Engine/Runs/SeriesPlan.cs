using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Runs;

/// <summary>When the points of a periodic run are due.</summary>
public static class SeriesPlan
{
    /// <summary>From when on the repetitions of a stage are counted: since its first point was taken, however long workers took to
    /// come; until that has ended, since the stage was opened. Null for one that was not.</summary>
    /// <param name="stage">A stage that measures.</param>
    public static DateTimeOffset? BeginningOf(StageState stage) => stage.FirstTakenAt ?? stage.OpenedAt;

    /// <summary>When the first point of a stage was taken, after one more point; as before where that one is not the first. The clocks of
    /// workers may be wrong: they only tell how long it took since the last of them had taken it.</summary>
    /// <param name="stage">Before.</param>
    /// <param name="ended">The tasks of the point.</param>
    /// <param name="now">When it was seen that they had ended, by the TaskManager's clock.</param>
    public static DateTimeOffset? FirstTaken(StageState stage, IReadOnlyList<BenchmarkTask> ended, DateTimeOffset now) =>
        stage is not { Kind: StageKind.Measure, Finished: 0 } ? stage.FirstTakenAt
        : ended.Min(task => task.EndedAt - task.ClaimedAt) is { } took && took > TimeSpan.Zero ? now - took
        : now;

    /// <summary>When the point that is handed out, or else the next one, is due; null where the run is no series or the stage measures
    /// nothing.</summary>
    /// <param name="run">The run.</param>
    /// <param name="stage">Its open stage.</param>
    public static DateTimeOffset? DueOf(RunState run, StageState stage) => DueOf(run, stage, repetitionsLater: 0);

    /// <summary>When that point becomes a gap, because the same point of the next repetition is due; null as above, and for the first point
    /// of all: a series begins with it.</summary>
    /// <inheritdoc cref="DueOf(RunState, StageState)"/>
    public static DateTimeOffset? MissedOf(RunState run, StageState stage) =>
        stage.Finished == 0 ? null : DueOf(run, stage, repetitionsLater: 1);

    private static DateTimeOffset? DueOf(RunState run, StageState stage, int repetitionsLater)
    {
        if (run.Spec.RepeatEverySeconds == 0 || stage is not { Kind: StageKind.Measure, Total: > 0 } || BeginningOf(stage) is not { } began)
        {
            return null;
        }

        var tasksPerRepetition = stage.Total / run.Spec.Repetitions;
        var repetition = Math.Min(stage.Finished, stage.Total - 1) / tasksPerRepetition;
        return began + TimeSpan.FromSeconds((double)run.Spec.RepeatEverySeconds * (repetition + repetitionsLater));
    }
}
