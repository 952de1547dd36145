using System.Globalization;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Executions;

/// <summary>How long an execution may take before it is stopped, and why so long.</summary>
/// <param name="Limit">The limit T.</param>
/// <param name="Reason">How it came about, as a clause for people: "4 x 10.2 s mean of 37 and 8.00 s expected (weight 10); 38.1 s by the
/// median". The median is told because a mean is not robust: slow executions just below the limit raise it.</param>
public sealed record TimeLimit(TimeSpan Limit, string Reason)
{
    /// <summary>The limit is so many times the mean.</summary>
    public const int Factor = 4;

    /// <summary>The expected duration weighs as much as so many executions.</summary>
    public const int PriorWeight = 10;

    /// <summary>A measurement's limit follows the mean only from so many successes on: before, one slow point would condemn its
    /// neighbours.</summary>
    public const int MeasurementsNeeded = 10;

    private const int MostDoublings = 16;

    /// <summary>No limit is shorter.</summary>
    public static TimeSpan Floor { get; } = TimeSpan.FromSeconds(30);

    /// <summary>How far back successes count.</summary>
    public static TimeSpan Window { get; } = TimeSpan.FromHours(24);

    /// <summary>
    /// The rule of ModisAzure (Hill and others 2011, section 5), four times the mean of the successes of the same class, with an expected
    /// duration that stands in for executions not seen yet: T = 4 (n mean + 10 expected) / (n + 10), at least 30 s, doubled with each
    /// time-out of the same task.
    /// </summary>
    /// <param name="seen">The class's executions of the last 24 hours.</param>
    /// <param name="expected">The planner's expectation, above zero.</param>
    /// <param name="isMeasurement">Whether the task measures a point.</param>
    /// <param name="timeouts">How often executions of this task were stopped for their time already.</param>
    /// <exception cref="ArgumentOutOfRangeException">The expectation is not above zero, or the number of time-outs is negative.</exception>
    public static TimeLimit Paper(ExecutionStatistics seen, TimeSpan expected, bool isMeasurement, int timeouts)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(expected, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfNegative(timeouts);
        var priorAlone = seen.Successes < (isMeasurement ? MeasurementsNeeded : 1);
        var mean = priorAlone ? expected : WeightedMean(seen, expected);
        var multiple = (long)1 << Math.Min(timeouts, MostDoublings);
        return new(
            LimitFor(mean, multiple),
            Basis(seen, expected, mean, priorAlone) + FloorClause(mean) + DoublingClause(multiple, timeouts)
                + MedianClause(seen, multiple));
    }

    /// <summary>The mean of the successes, in which the expected duration weighs as much as <see cref="PriorWeight"/> of them.</summary>
    internal static TimeSpan WeightedMean(ExecutionStatistics seen, TimeSpan expected) =>
        TimeSpan.FromMicroseconds(
            ((double)seen.Microseconds + (PriorWeight * expected.TotalMicroseconds)) / (seen.Successes + PriorWeight));

    private static TimeSpan LimitFor(TimeSpan typical, long multiple)
    {
        var limit = Factor * typical;
        return (limit < Floor ? Floor : limit) * multiple;
    }

    private static string Basis(ExecutionStatistics seen, TimeSpan expected, TimeSpan mean, bool priorAlone) => priorAlone
        ? string.Create(CultureInfo.InvariantCulture,
            $"{Factor} x {NumberFormat.Duration(expected)} expected, after {Count(seen.Successes, "success", "successes")}")
        : string.Create(CultureInfo.InvariantCulture,
            $"{Factor} x {NumberFormat.Duration(mean)} mean of {seen.Successes} and {NumberFormat.Duration(expected)} expected (weight "
                + $"{PriorWeight})");

    private static string FloorClause(TimeSpan mean) => Factor * mean < Floor
        ? string.Create(CultureInfo.InvariantCulture, $", but not below {Floor.TotalSeconds} s")
        : "";

    private static string DoublingClause(long multiple, int timeouts) => timeouts == 0
        ? ""
        : string.Create(CultureInfo.InvariantCulture, $", times {multiple} after {Count(timeouts, "timeout", "timeouts")}");

    /// <summary>What four times the median would give, floor and doubling included; nothing without a success whose duration is in the
    /// sketch.</summary>
    private static string MedianClause(ExecutionStatistics seen, long multiple) =>
        seen.Median is { } median ? $"; {NumberFormat.Duration(LimitFor(median, multiple))} by the median" : "";

    private static string Count(long count, string one, string several) =>
        (count == 0 ? "no" : NumberFormat.Count(count)) + " " + (count == 1 ? one : several);
}
