using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Api.Engine;

/// <summary>Counts from the executions on record how often something was begun again.</summary>
internal static class Repetitions
{
    /// <summary>Attempts beyond the first.</summary>
    /// <param name="ends">Every execution of the tasks that ended without a result.</param>
    /// <param name="unitOf">What is repeated as a whole: the task, or its point.</param>
    public static long Count(IEnumerable<AbnormalEnd> ends, Func<AbnormalEnd, int> unitOf) =>
        ends.GroupBy(unitOf).Sum(unit => (long)Count([.. unit]));

    /// <summary>After the last of these ends another attempt followed, unless a budget was used up or the run did not want one.</summary>
    private static int Count(IReadOnlyList<AbnormalEnd> ends)
    {
        var last = ends.Max(end => end.Attempt);
        var endedForGood = ends.Where(end => end.Attempt == last)
            .Any(end => end.Cause == FailureCause.Cancelled || !RetryPolicy.MayRepeat(end.Cause, FailuresOf(ends, end.Task)));
        return endedForGood ? last - 1 : last;
    }

    private static TaskFailures FailuresOf(IReadOnlyList<AbnormalEnd> ends, int task) =>
        ends.Where(end => end.Task == task).Aggregate(new TaskFailures(), (failures, end) => failures.Plus(end.Cause));
}
