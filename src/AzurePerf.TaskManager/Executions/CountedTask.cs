using AzurePerf.Core.Executions;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.TaskManager.Executions;

/// <summary>One terminal task in the statistics: each of its executions, and itself.</summary>
internal static class CountedTask
{
    /// <param name="statistics">What it is added to.</param>
    /// <param name="classes">Tells the class of each execution.</param>
    /// <param name="run">Its run.</param>
    /// <param name="task">The task.</param>
    /// <param name="ends">Its executions without a result of their own, in any order.</param>
    /// <param name="success">How long the execution took that brought its result; null where none did.</param>
    /// <param name="isAdaptive">Whether the adaptive rule was in force for it.</param>
    public static void Add(
        this ExecutionStatisticsBuffer statistics, TaskClasses classes, RunState run, BenchmarkTask task, IEnumerable<AbnormalEnd> ends,
        TimeSpan? success, bool isAdaptive = false)
    {
        var (isFirst, isRepeated, causes) = (true, false, new HashSet<FailureCause>());
        foreach (var end in ends.OrderBy(end => end.Attempt))
        {
            statistics.Add(
                classes.CountedIn(run, task, end.Sku), end.EndedAt,
                ByRule(ExecutionStatistics.OfEnd(end.Cause, isFirst, causes.Add(end.Cause), isRepeated, end.StoppedAfter), isAdaptive));
            (isFirst, isRepeated) = (false, isRepeated || FailureTaxonomy.ClassOf(end.Cause) == FailureClass.TimedOut);
        }

        if (success is { } duration && task.EndedAt is { } endedAt)
        {
            statistics.Add(
                classes.CountedIn(run, task, task.Sku), endedAt,
                ByRule(ExecutionStatistics.OfSuccess(duration, isFirst, isRepeated), isAdaptive));
        }
    }

    private static ExecutionStatistics ByRule(ExecutionStatistics execution, bool isAdaptive) =>
        isAdaptive ? execution.Plus(new() { Adaptive = 1 }) : execution;
}
