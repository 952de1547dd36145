using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Runs;

/// <summary>About how long a stage still takes.</summary>
public static class RunPace
{
    /// <summary>
    /// The tasks that are left, at the pace of those that have ended; of a series, until the last repetition is due. Null for a stage of
    /// which nothing has ended, and for bags, which go as wide as there are workers.
    /// </summary>
    /// <param name="run">The run.</param>
    /// <param name="stage">Its open stage.</param>
    /// <param name="now">The reader's clock.</param>
    public static TimeSpan? LeftOf(RunState run, StageState stage, DateTimeOffset now)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(stage);
        if (stage.Kind != StageKind.Measure || stage.OpenedAt is not { } opened || stage.Total == 0)
        {
            return null;
        }

        if (run.Spec.RepeatEverySeconds > 0)
        {
            var last = opened + TimeSpan.FromSeconds((double)run.Spec.RepeatEverySeconds * (run.Spec.Repetitions - 1));
            return last > now ? last - now : TimeSpan.Zero;
        }

        return stage.Finished == 0 ? null : (now - opened) / stage.Finished * (stage.Total - stage.Finished);
    }
}
