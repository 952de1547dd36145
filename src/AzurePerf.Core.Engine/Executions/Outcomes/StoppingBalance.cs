using AzurePerf.Core.Executions.Stragglers;

namespace AzurePerf.Core.Executions.Outcomes;

/// <summary>
/// What it cost, and what it saved, to stop executions of a class for their time. Costs are slot time per result: of all executions, those
/// that were stopped included, by those that succeeded.
/// </summary>
/// <param name="TaskClass">The class of task.</param>
/// <param name="Rule">The rule in force.</param>
/// <param name="Stopped">Stopped executions whose time is known.</param>
/// <param name="StoppedSeconds">Their slot time, which brought nothing; within 2.2 %.</param>
/// <param name="SecondsPerResult">What a result cost; null where none was brought.</param>
/// <param name="PaperSecondsPerResult">What it would cost if all were stopped at four times the mean, by the survival curve; null where
/// that is not known: no execution of the class was seen for so long.</param>
/// <param name="UnstoppedSecondsPerResult">What it would cost if none were stopped, by the same curve; null where nothing is
/// known.</param>
/// <param name="IsAtLeast">True where the latter is the least that it can be, because the longest times are those of stopped
/// executions.</param>
public sealed record StoppingBalance(TaskClass TaskClass, LimitRule Rule, long Stopped, double StoppedSeconds, double? SecondsPerResult,
    double? PaperSecondsPerResult, double? UnstoppedSecondsPerResult, bool IsAtLeast)
{
    /// <summary>A share that is known no better than this counts as none.</summary>
    private const double Least = 1e-9;

    /// <summary>Whether to stop at four times the mean is known to be worse than to stop nothing.</summary>
    public bool PaperIsWorseThanNothing => !IsAtLeast && PaperSecondsPerResult > UnstoppedSecondsPerResult * 1.001;

    /// <summary>The slot time that the adaptive rule saved against stopping all at four times the mean, in seconds; negative where it cost
    /// more. Null unless the rule was in force all the time, and where one of both costs is not known. Times of stopped executions are
    /// known within 2.2 %, so that less than that of <see cref="SpentSeconds"/> says nothing.</summary>
    public double? SavedSeconds => Rule != LimitRule.Adaptive ? null : (PaperSecondsPerResult - SecondsPerResult) * Results;

    /// <summary>The slot time that all results cost together; null where none was brought.</summary>
    public double? SpentSeconds => SecondsPerResult * Results;

    /// <summary>Executions that brought a result.</summary>
    public long Results { get; init; }

    /// <summary>Of each class that had executions stopped or the adaptive rule, by its key.</summary>
    internal static StoppingBalance[] Each(IEnumerable<HourlyStatistics> hours) =>
        [.. hours.GroupBy(hour => hour.TaskClass).OrderBy(group => group.Key.RowKey, StringComparer.Ordinal)
            .Select(group => (group.Key, Seen: HourlyStatistics.Sum(group)))
            .Where(kind => kind.Seen.Stopped.Count > 0 || kind.Seen.Adaptive > 0)
            .Select(kind => Of(kind.Key, kind.Seen))];

    /// <param name="taskClass">The class.</param>
    /// <param name="seen">Its executions.</param>
    internal static StoppingBalance Of(TaskClass taskClass, ExecutionStatistics seen)
    {
        var curve = SurvivalCurve.Of(seen.Sketch, seen.Stopped);
        var stopped = seen.Stopped.Bins.Sum(bin => bin.Value * DurationSketch.MiddleOf(bin.Key).TotalSeconds);
        var mean = curve.Completed == 0 ? (double?)null : curve.MeanUpTo(curve.Longest).TotalSeconds;
        return new(
            taskClass,
            seen.Adaptive == 0 ? LimitRule.Paper : seen.Adaptive == seen.Executions ? LimitRule.Adaptive : LimitRule.Both,
            seen.Stopped.Count,
            stopped,
            seen.Mean is { } average ? average.TotalSeconds + (stopped / seen.Successes) : null,
            PaperCost(seen, curve, mean),
            mean,
            mean is not null && curve.Survival(curve.Longest) > Least)
        {
            Results = seen.Successes,
        };
    }

    private static double? PaperCost(ExecutionStatistics seen, SurvivalCurve curve, double? mean)
    {
        if (seen.Mean is not { } average)
        {
            return null;
        }

        var limit = TimeLimit.Factor * average < TimeLimit.Floor ? TimeLimit.Floor : TimeLimit.Factor * average;
        if (limit >= curve.Longest)
        {
            // Where all ended by themselves before, nothing would have been stopped.
            return curve.Survival(curve.Longest) <= Least ? mean : null;
        }

        var survival = curve.Survival(limit);
        return survival < 1 ? curve.MeanUpTo(limit).TotalSeconds / (1 - survival) : null;
    }
}

/// <summary>By which rule executions are stopped that take too long.</summary>
public enum LimitRule
{
    /// <summary>Four times the mean.</summary>
    Paper,

    /// <summary>Where a new execution is cheaper.</summary>
    Adaptive,

    /// <summary>Each for a part of the time.</summary>
    Both,
}
