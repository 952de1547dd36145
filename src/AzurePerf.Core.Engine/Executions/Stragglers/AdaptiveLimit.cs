using System.Globalization;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Executions.Stragglers;

/// <summary>
/// When executions of a bag's tasks are stopped, from how long executions of their class take: where a new one is cheaper on average. One
/// object is made for each look at the workers, since what does not depend on the execution is worked out once.
/// </summary>
public sealed class AdaptiveLimit
{
    /// <summary>Completed executions that the curve needs before it is used.</summary>
    public const int Needed = 30;

    /// <summary>Completed executions of orders that had been stopped, needed before their own cost counts.</summary>
    public const int RepeatedNeeded = 10;

    /// <summary>One attempt in twenty explores.</summary>
    public const int ExploringOneIn = 20;

    /// <summary>An order that was stopped so often has the limit of the paper from then on, so that a large one is not given up.</summary>
    public const int MostStops = 2;

    /// <summary>The same once no task of the bag waits, where orders that were stopped have been seen to take no longer than others. One
    /// more could still time out by the limit of the paper, which is eight times as long by then.</summary>
    private const int MostStopsAtTheEnd = 3;

    /// <summary>What a stop does to the limit of its order once no task of the bag waits.</summary>
    private const double MultipleAtTheEnd = 1.5;

    /// <summary>Progress is believed from this share of the median on.</summary>
    private const double EarliestProgress = 0.3;

    /// <summary>In medians: what may remain before a new execution is worth what the old one has done.</summary>
    private const double LongestRemaining = 3;

    private readonly int _seed;
    private readonly ClassDurations _durations;
    private readonly TimeSpan? _median;
    private readonly TimeSpan _longest;
    private readonly TimeSpan _cutoff;
    private readonly bool _tasksWait;
    private readonly int _mostStops;

    /// <param name="seen">Executions of the class that have ended.</param>
    /// <param name="running">Elapsed times of those that run now: without them the first to end would make all others seem late.</param>
    /// <param name="expected">The planner's expectation, above zero.</param>
    /// <param name="seed">Of the run: decides which attempts explore.</param>
    /// <param name="shortest">No limit by the curve is shorter: two heartbeats where the TaskManager keeps it.</param>
    /// <param name="tasksWait">Whether tasks of the bag still wait for a slot. Once none does, an execution that explores is what the bag
    /// waits for, and what it would show comes too late for the bag: none explores.</param>
    /// <exception cref="ArgumentOutOfRangeException">The expectation is not above zero.</exception>
    public AdaptiveLimit(
        ExecutionStatistics seen, IEnumerable<TimeSpan> running, TimeSpan expected, int seed, TimeSpan shortest, bool tasksWait)
        : this(ClassDurations.Of(seen, running, expected), seed, shortest, tasksWait)
    {
    }

    internal AdaptiveLimit(ClassDurations durations, int seed, TimeSpan shortest, bool tasksWait)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(durations.Expected, TimeSpan.Zero);
        (_seed, _durations, _tasksWait) = (seed, durations, tasksWait);
        var curve = durations.Curve;
        _longest = Longer(shortest, TimeLimit.Factor * TimeLimit.WeightedMean(durations.Seen, durations.Expected));
        _median = curve.Completed < Needed ? null : curve.Quantile(0.5);
        var pays = StoppingPays(durations);
        _mostStops = !tasksWait && durations.Repeated.Completed >= Needed && pays ? MostStopsAtTheEnd : MostStops;
        if (_median is { } median)
        {
            _cutoff = Longer(shortest, Clamp(pays ? curve.Cutoff : null, 1.2 * median, _longest));
        }
    }

    /// <summary>Whether one execution is stopped.</summary>
    public StragglerDecision Decide(ExecutionFacts execution)
    {
        if (_median is not { } median || execution.Stops >= _mostStops)
        {
            var paper = TimeLimit.Paper(_durations.Seen, _durations.Expected, isMeasurement: false, execution.Stops);
            return Of(execution.Elapsed, StragglerRule.Paper, paper.Limit, () => paper.Reason);
        }

        var multiple = MultipleFor(execution.Stops);
        if (Believed(execution, median) is { } remaining)
        {
            return Of(remaining, StragglerRule.Progress, LongestRemaining * multiple * median, () => string.Create(
                CultureInfo.InvariantCulture,
                $"by its progress {NumberFormat.Duration(remaining)} are left, over {LongestRemaining * multiple} medians "
                    + $"of {NumberFormat.Duration(median)}"));
        }

        return _tasksWait && Explores(execution.Order, execution.Attempt)
            ? Of(execution.Elapsed, StragglerRule.Explore, _longest * multiple,
                () => Clause(execution, _longest, "long enough to see how slow executions go on"))
            : Of(execution.Elapsed, StragglerRule.Cutoff, _cutoff * multiple, () => Clause(execution, _cutoff, "a new one is cheaper"));
    }

    /// <summary>Exactly one in twenty consecutive orders, drawn anew for each attempt.</summary>
    public bool Explores(int order, int attempt) =>
        (ulong)(order % ExploringOneIn) == StableHash.Of(_seed, attempt, order / ExploringOneIn) % ExploringOneIn;

    private static StragglerDecision Of(TimeSpan time, StragglerRule rule, TimeSpan limit, Func<string> reason) =>
        time >= limit ? new(true, rule, limit, reason()) : new(false, rule, limit, "");

    private string Clause(ExecutionFacts execution, TimeSpan limit, string why) =>
        $"{why} after {NumberFormat.Duration(limit)} by {NumberFormat.Counted(_durations.Curve.Completed, "execution")}"
            + (execution.Stops == 0 ? "" : string.Create(
                CultureInfo.InvariantCulture,
                $", times {MultipleFor(execution.Stops)} after {NumberFormat.Counted(execution.Stops, "timeout")}"));

    /// <summary>A large order would be stopped again and again by the same limit. Once no task waits, the bag waits for orders that were
    /// stopped, and a second slow execution of one is longer than all that is left.</summary>
    private double MultipleFor(int stops) => Math.Pow(_tasksWait ? 2 : MultipleAtTheEnd, stops);

    /// <summary>What remains by its progress, or nothing while it is too early to tell; null where no progress is known.</summary>
    private static TimeSpan? Believed(ExecutionFacts execution, TimeSpan median) =>
        execution.Remaining is not null && execution.Elapsed < EarliestProgress * median ? TimeSpan.Zero : execution.Remaining;

    /// <summary>Whether executions go on longer after the cutoff than new ones take, those of stopped orders in particular.</summary>
    private static bool StoppingPays(ClassDurations durations) =>
        durations.Curve.Rest > durations.Curve.Cost
            && (durations.Repeated.Completed < RepeatedNeeded || durations.Curve.Rest > durations.Repeated.Cost);

    private static TimeSpan Clamp(TimeSpan? value, TimeSpan least, TimeSpan most) =>
        Longer(least, value is { } known && known < most ? known : most);

    private static TimeSpan Longer(TimeSpan first, TimeSpan second) => first > second ? first : second;
}
