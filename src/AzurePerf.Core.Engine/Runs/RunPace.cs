using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Runs;

/// <summary>About how long a stage still takes.</summary>
public static class RunPace
{
    /// <summary>Points that must have ended before the one in the middle says what a usual one takes.</summary>
    private const int PointsNeeded = 3;

    /// <summary>Points whose durations are kept: enough that one that stalled does not count, few enough to follow a change.</summary>
    public const int PointsKept = 9;

    /// <summary>The last durations of a stage after one more point; as before where none of its tasks was executed.</summary>
    /// <param name="stage">Before.</param>
    /// <param name="ended">The tasks of the point.</param>
    public static IReadOnlyList<TimeSpan> Note(StageState stage, IReadOnlyList<BenchmarkTask> ended)
    {
        ArgumentNullException.ThrowIfNull(stage);
        ArgumentNullException.ThrowIfNull(ended);
        var longest = ended.Max(task => task.EndedAt - task.ClaimedAt);
        return stage.Kind == StageKind.Measure && longest > TimeSpan.Zero
            ? [.. stage.LastDurations.Append(longest.Value).TakeLast(PointsKept)]
            : stage.LastDurations;
    }

    /// <summary>The one in the middle, or the mean of the two there; null of none.</summary>
    public static TimeSpan? Median(IReadOnlyCollection<TimeSpan> durations)
    {
        var sorted = durations.Order().ToArray();
        return sorted.Length == 0 ? null : (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }

    /// <summary>
    /// The points that are left, as long each as the median of the last ones: one that stalled for minutes says nothing of the others.
    /// Where fewer than three have ended, as long as the longest of them, but at least at the pace since the first was taken, which
    /// includes the pauses between points. Of a series, until the last repetition is due and its points have ended. Null for a
    /// stage of which nothing has ended, and for bags, which go as wide as there are workers.
    /// </summary>
    /// <param name="run">The run.</param>
    /// <param name="stage">Its open stage.</param>
    /// <param name="now">The reader's clock.</param>
    public static TimeSpan? LeftOf(RunState run, StageState stage, DateTimeOffset now)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(stage);
        if (stage.Kind != StageKind.Measure || SeriesPlan.BeginningOf(stage) is not { } began || stage.Total == 0)
        {
            return null;
        }

        var left = (stage.Total - stage.Finished) / (double)run.Spec.Workers;
        if (run.Spec.RepeatEverySeconds > 0)
        {
            var from = stage.Finished == 0 ? now : began;
            var last = from + TimeSpan.FromSeconds((double)run.Spec.RepeatEverySeconds * (run.Spec.Repetitions - 1));
            var ofLast = Math.Min(left, stage.Total / (double)run.Spec.Workers / run.Spec.Repetitions);
            var each = Median(stage.LastDurations) ?? TimeSpan.Zero;
            return new[] { (last > now ? last - now : TimeSpan.Zero) + (each * ofLast), each * left }.Max();
        }

        if (stage.LastDurations.Count >= PointsNeeded)
        {
            return Median(stage.LastDurations) * left;
        }

        if (stage.Finished == 0)
        {
            return null;
        }

        var pace = (now - began) / (stage.Finished / (double)run.Spec.Workers);
        return left * stage.LastDurations.Append(pace).Max();
    }
}
