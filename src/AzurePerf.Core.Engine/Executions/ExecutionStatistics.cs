using System.Collections.Immutable;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Executions;

/// <summary>
/// What is known of the executions of one class over some time: the durations of those that succeeded, and how the others ended. Two
/// statistics add up to exactly the statistics of all their executions, in any order.
/// </summary>
public sealed class ExecutionStatistics
{
    public static ExecutionStatistics Empty { get; } = new();

    /// <summary>Executions that brought a result.</summary>
    public long Successes { get; init; }

    /// <summary>Sum of the durations of the successes, in microseconds.</summary>
    public UInt128 Microseconds { get; init; }

    /// <summary>Sum of their squares, in square microseconds.</summary>
    public UInt128 SquareMicroseconds { get; init; }

    /// <summary>The durations of the successes in bins, for the median.</summary>
    public DurationSketch Sketch { get; init; } = DurationSketch.Empty;

    /// <summary>How long those took that were stopped for their time, as far as it is known; they would have taken longer.</summary>
    public DurationSketch Stopped { get; init; } = DurationSketch.Empty;

    /// <summary>The durations of those successes whose task had been stopped for its time before: part of
    /// <see cref="Sketch"/>.</summary>
    public DurationSketch Repeated { get; init; } = DurationSketch.Empty;

    /// <summary>The same of those that were stopped again: part of <see cref="Stopped"/>.</summary>
    public DurationSketch RepeatedStopped { get; init; } = DurationSketch.Empty;

    /// <summary>Executions that the adaptive rule could have stopped; the others had the limit of the paper.</summary>
    public long Adaptive { get; init; }

    /// <summary>Executions that ended otherwise, by cause; reused products are among them and are no failures.</summary>
    public ImmutableSortedDictionary<FailureCause, long> Causes { get; init; } = ImmutableSortedDictionary<FailureCause, long>.Empty;

    /// <summary>The tasks that these executions were of; null where rows of builds that did not count them are part of it.</summary>
    public TaskCounts? Tasks { get; init; } = TaskCounts.None;

    /// <summary>All executions.</summary>
    public long Executions => Successes + Causes.Values.Sum();

    /// <summary>Executions that were stopped before they had ended by themselves: all that is known of their durations is that they would
    /// have been longer.</summary>
    public long Censored =>
        CountOf(FailureClass.TimedOut) + CountOf(FailureClass.WorkerLost) + CountOf(FailureClass.Preempted)
            + CountOf(FailureClass.Cancelled);

    /// <summary>Mean duration of the successes; null when there is none.</summary>
    public TimeSpan? Mean => Successes == 0 ? null : TimeSpan.FromMicroseconds((double)Microseconds / Successes);

    /// <summary>Sample standard deviation of the successes' durations (divisor n - 1); null below two.</summary>
    public TimeSpan? StandardDeviation => Successes < 2
        ? null
        : TimeSpan.FromMicroseconds(
            Math.Sqrt((double)(((UInt128)Successes * SquareMicroseconds) - (Microseconds * Microseconds)) / Successes / (Successes - 1)));

    /// <summary>Median duration of the successes within 2.2 %; null when there is none.</summary>
    public TimeSpan? Median => Sketch.Median();

    /// <summary>The statistics of one success.</summary>
    /// <param name="duration">From the claim, for a measurement from its start. A negative one, from a clock that was set back, counts as
    /// zero.</param>
    /// <param name="isFirst">Whether no other execution of its task ended before.</param>
    /// <param name="isRepeated">Whether one of them was stopped for its time.</param>
    public static ExecutionStatistics OfSuccess(TimeSpan duration, bool isFirst = true, bool isRepeated = false)
    {
        var shown = duration < TimeSpan.Zero ? TimeSpan.Zero : duration;
        var microseconds = (UInt128)(shown.Ticks / TimeSpan.TicksPerMicrosecond);
        var sketch = DurationSketch.Of(shown);
        return new()
        {
            Successes = 1,
            Microseconds = microseconds,
            SquareMicroseconds = microseconds * microseconds,
            Sketch = sketch,
            Repeated = isRepeated ? sketch : DurationSketch.Empty,
            Tasks = TaskCounts.None with { All = isFirst ? 1 : 0 },
        };
    }

    /// <summary>The statistics of one execution that ended without a result of its own.</summary>
    /// <param name="cause">Why it ended.</param>
    /// <param name="isFirst">Whether no other execution of its task ended before.</param>
    /// <param name="isFirstOfCause">Whether none of them ended for this cause.</param>
    /// <param name="isRepeated">Whether one of them was stopped for its time.</param>
    /// <param name="stoppedAfter">How long it took, where it was stopped for its time and that is known.</param>
    public static ExecutionStatistics OfEnd(
        FailureCause cause, bool isFirst = true, bool isFirstOfCause = true, bool isRepeated = false, TimeSpan? stoppedAfter = null)
    {
        var stopped = stoppedAfter is { } time ? DurationSketch.Of(time) : DurationSketch.Empty;
        return new()
        {
            Stopped = stopped,
            RepeatedStopped = isRepeated ? stopped : DurationSketch.Empty,
            Causes = Empty.Causes.Add(cause, 1),
            Tasks = new(isFirst ? 1 : 0, isFirstOfCause ? Empty.Causes.Add(cause, 1) : Empty.Causes),
        };
    }

    public long CountOf(FailureCause cause) => Causes.GetValueOrDefault(cause);

    public long CountOf(FailureClass failureClass) =>
        Causes.Where(pair => FailureTaxonomy.ClassOf(pair.Key) == failureClass).Sum(pair => pair.Value);

    /// <summary>Distinct tasks with at least one execution that ended for a cause; null where nobody counted them.</summary>
    public long? TasksOf(FailureCause cause) => Tasks?.ByCause.GetValueOrDefault(cause);

    /// <summary>Both together.</summary>
    public ExecutionStatistics Plus(ExecutionStatistics other) => new()
    {
        Successes = Successes + other.Successes,
        Microseconds = Microseconds + other.Microseconds,
        SquareMicroseconds = SquareMicroseconds + other.SquareMicroseconds,
        Sketch = Sketch.Plus(other.Sketch),
        Stopped = Stopped.Plus(other.Stopped),
        Repeated = Repeated.Plus(other.Repeated),
        RepeatedStopped = RepeatedStopped.Plus(other.RepeatedStopped),
        Adaptive = Adaptive + other.Adaptive,
        Causes = Sum(Causes, other.Causes),
        Tasks = Tasks is { } tasks && other.Tasks is { } more
            ? new(tasks.All + more.All, Sum(tasks.ByCause, more.ByCause))
            : null,
    };

    private static ImmutableSortedDictionary<FailureCause, long> Sum(
        ImmutableSortedDictionary<FailureCause, long> one, ImmutableSortedDictionary<FailureCause, long> other)
    {
        var sum = one.ToBuilder();
        foreach (var (cause, count) in other)
        {
            sum[cause] = sum.GetValueOrDefault(cause) + count;
        }

        return sum.ToImmutable();
    }
}

/// <summary>
/// Distinct tasks. Each is counted once, in the hour in which its first execution ended, and once for each cause, in that of its first end
/// for it: so they add up over hours as executions do.
/// </summary>
/// <param name="All">Tasks with at least one execution.</param>
/// <param name="ByCause">Tasks with at least one execution that ended for the cause; one with several causes is counted at each.</param>
public sealed record TaskCounts(long All, ImmutableSortedDictionary<FailureCause, long> ByCause)
{
    public static TaskCounts None { get; } = new(0, ImmutableSortedDictionary<FailureCause, long>.Empty);
}
