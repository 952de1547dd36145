using System.Buffers.Binary;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace AzurePerf.Core.Tasks;

/// <summary>How often and when an execution that failed is repeated, by its row of <see cref="FailureTaxonomy"/>.</summary>
public static class RetryPolicy
{
    private const double LongestSeconds = 300;

    /// <summary>True when a task whose counts, this failure included, are these is to run again.</summary>
    public static bool MayRepeat(FailureCause cause, TaskFailures failures)
    {
        var policy = FailureTaxonomy.PolicyOf(cause);
        return policy.Budget > 0 && failures.CountOf(policy.Class) <= policy.Budget;
    }

    /// <summary>How long to wait before the repetition; zero for at once.</summary>
    /// <param name="cause">Why the execution failed.</param>
    /// <param name="failures">The counts, this failure included.</param>
    /// <param name="task">The task.</param>
    /// <param name="attempt">The execution that failed. With the task it seeds the random part: whoever decides, and however often, decides
    /// the same.</param>
    public static TimeSpan DelayOf(FailureCause cause, TaskFailures failures, TaskKey task, int attempt)
    {
        var policy = FailureTaxonomy.PolicyOf(cause);
        if (policy.Delay != RetryDelay.Growing)
        {
            return TimeSpan.Zero;
        }

        var certain = Math.Min(LongestSeconds, Math.Pow(2, failures.CountOf(policy.Class)));
        return TimeSpan.FromSeconds(Math.Min(LongestSeconds, certain * (1 + FractionOf(task, attempt))));
    }

    /// <summary>
    /// The most that a task may still be told to wait, whatever the clocks say: the instant in its row is by the clock of the process that
    /// stored it, and that clock may be ahead of this one by any time.
    /// </summary>
    public static TimeSpan LongestWaitOf(BenchmarkTask task) => task switch
    {
        { NotBefore: null } => TimeSpan.Zero,
        { FailureCause: { } cause } => DelayOf(cause, task.Failures, task.Key, task.Attempt - 1),
        _ => TimeSpan.FromSeconds(LongestSeconds),
    };

    /// <summary>Evenly spread over 0 to 1, so that tasks that a burst of refusals felled together do not come back together.</summary>
    private static double FractionOf(TaskKey task, int attempt)
    {
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{task}/{attempt}")));
        return BinaryPrimitives.ReadUInt32BigEndian(hash) / (uint.MaxValue + 1.0);
    }
}
