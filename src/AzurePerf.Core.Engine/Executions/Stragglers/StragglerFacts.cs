namespace AzurePerf.Core.Executions.Stragglers;

/// <summary>A live execution as its worker reports it.</summary>
/// <param name="Order">The number of what it executes, from 0.</param>
/// <param name="Attempt">Which execution of the order it is, from 1.</param>
/// <param name="Elapsed">Since its own work began.</param>
/// <param name="Progress">The share of the work that is done, 0 to 1; null where tasks do not say.</param>
/// <param name="Stops">Executions of the order that were stopped for their time.</param>
public readonly record struct ExecutionFacts(int Order, int Attempt, TimeSpan Elapsed, double? Progress, int Stops)
{
    private const double LeastProgress = 1e-6;

    /// <summary>What is left at the pace so far; null where no progress is known. Less than a millionth counts as a millionth.</summary>
    public TimeSpan? Remaining => Progress is > 0 and <= 1 and { } done ? Elapsed * ((1 - done) / Math.Max(done, LeastProgress)) : null;
}

/// <summary>What is known of the durations of a class of tasks.</summary>
/// <param name="Seen">Ended executions.</param>
/// <param name="Curve">Of all executions, those that run now among the censored.</param>
/// <param name="Repeated">Only of those whose order had been stopped before: they show whether a new execution is faster, or the order is
/// large.</param>
/// <param name="Expected">The planner's expectation, above zero.</param>
internal sealed record ClassDurations(ExecutionStatistics Seen, SurvivalCurve Curve, SurvivalCurve Repeated, TimeSpan Expected)
{
    public static ClassDurations Of(ExecutionStatistics seen, IEnumerable<TimeSpan> running, TimeSpan expected) => new(
        seen,
        SurvivalCurve.Of(seen.Sketch, seen.Stopped.Plus(DurationSketch.Of(running))),
        SurvivalCurve.Of(seen.Repeated, seen.RepeatedStopped),
        expected);
}
