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

    /// <summary>Executions that ended otherwise, by cause; reused products are among them and are no failures.</summary>
    public ImmutableSortedDictionary<FailureCause, long> Causes { get; init; } = ImmutableSortedDictionary<FailureCause, long>.Empty;

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
    public static ExecutionStatistics OfSuccess(TimeSpan duration)
    {
        var shown = duration < TimeSpan.Zero ? TimeSpan.Zero : duration;
        var microseconds = (UInt128)(shown.Ticks / TimeSpan.TicksPerMicrosecond);
        return new()
        {
            Successes = 1,
            Microseconds = microseconds,
            SquareMicroseconds = microseconds * microseconds,
            Sketch = DurationSketch.Of(shown),
        };
    }

    /// <summary>The statistics of one execution that ended without a result of its own.</summary>
    public static ExecutionStatistics OfEnd(FailureCause cause) => new() { Causes = Empty.Causes.Add(cause, 1) };

    public long CountOf(FailureCause cause) => Causes.GetValueOrDefault(cause);

    public long CountOf(FailureClass failureClass) =>
        Causes.Where(pair => FailureTaxonomy.ClassOf(pair.Key) == failureClass).Sum(pair => pair.Value);

    /// <summary>Both together.</summary>
    public ExecutionStatistics Plus(ExecutionStatistics other)
    {
        var causes = Causes.ToBuilder();
        foreach (var (cause, count) in other.Causes)
        {
            causes[cause] = causes.GetValueOrDefault(cause) + count;
        }

        return new()
        {
            Successes = Successes + other.Successes,
            Microseconds = Microseconds + other.Microseconds,
            SquareMicroseconds = SquareMicroseconds + other.SquareMicroseconds,
            Sketch = Sketch.Plus(other.Sketch),
            Causes = causes.ToImmutable(),
        };
    }
}
