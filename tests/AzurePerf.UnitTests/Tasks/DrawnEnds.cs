using AzurePerf.Core.Tasks;

namespace AzurePerf.UnitTests.Tasks;

/// <summary>What a draw of injected faults comes to, before anything is executed.</summary>
internal static class DrawnEnds
{
    /// <summary>
    /// The causes that the executions of one task end with, in order, when nothing but these faults goes wrong: a success follows unless the last one used up its budget or found the
    /// product there.
    /// </summary>
    public static IEnumerable<FailureCause> EndsOf(this InjectedFaults faults, int seed, int stage, int task)
    {
        var failures = new TaskFailures();
        for (var attempt = 1; faults.CauseOf(seed, stage, task, attempt) is { } cause; attempt++)
        {
            yield return cause;
            failures = failures.Plus(cause);
            if (!RetryPolicy.MayRepeat(cause, failures))
            {
                yield break;
            }
        }
    }
}
