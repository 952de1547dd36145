using AzurePerf.Core.Ids;

namespace AzurePerf.Core.Executions.Stragglers;

/// <summary>
/// When tasks of a bag are too slow, from how long executions of their class take. While tasks wait for slots, an execution is stopped
/// where a new one is cheaper on average; once none waits, nothing is stopped, and idle slots take copies. One object is made for each look
/// at the workers, since what does not depend on the execution is worked out once.
/// </summary>
internal sealed class AdaptiveLimit
{
    /// <summary>Completed executions that the curve needs before it is used.</summary>
    public const int Needed = 30;

    /// <summary>Completed executions of orders that had been stopped, needed before their own cost counts.</summary>
    public const int RepeatedNeeded = 10;

    /// <summary>One attempt in twenty explores.</summary>
    public const int ExploringOneIn = 20;

    /// <summary>An order that was stopped so often has the limit of the paper from then on, so that a large one is not given up.</summary>
    public const int MostStops = 2;

    /// <summary>Live executions of an order, copies included.</summary>
    public const int MostLive = 3;

    /// <summary>Progress is believed from this share of the median on.</summary>
    private const double EarliestProgress = 0.3;

    /// <summary>In medians: what may remain before a new execution is worth what the old one has done.</summary>
    private const double RemainingOfStop = 3;

    /// <summary>In medians, where a new execution costs an idle slot only.</summary>
    private const double RemainingOfCopy = 1.5;

    private readonly int _seed;
    private readonly ClassDurations _durations;
    private readonly TimeSpan? _median;
    private readonly TimeSpan _longest;
    private readonly TimeSpan _cutoff;
    private readonly TimeSpan _tail;

    /// <param name="durations">What is known of the class.</param>
    /// <param name="seed">Of the run: decides which attempts explore.</param>
    /// <param name="shortest">No limit by time is shorter: two heartbeats where the TaskManager keeps it, zero where the worker
    /// does.</param>
    /// <exception cref="ArgumentOutOfRangeException">The expectation is not above zero.</exception>
    public AdaptiveLimit(ClassDurations durations, int seed, TimeSpan shortest)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(durations.Expected, TimeSpan.Zero);
        (_seed, _durations) = (seed, durations);
        var curve = durations.Curve;
        _longest = Longer(shortest, TimeLimit.Factor * TimeLimit.WeightedMean(durations.Seen, durations.Expected));
        _median = curve.Completed < Needed ? null : curve.Quantile(0.5);
        if (_median is { } median)
        {
            var late = curve.Quantile(0.9) is { } share && share < curve.Cutoff ? share : curve.Cutoff;
            _cutoff = Longer(shortest, Clamp(StoppingPays(durations) ? curve.Cutoff : null, 1.2 * median, _longest));
            _tail = Longer(shortest, Clamp(late, 1.3 * median, 2 * median));
        }
    }

    /// <summary>
    /// What becomes of one execution. Ask about the oldest executions first, with the load that the decisions so far leave; with no backlog
    /// only about the oldest execution of each order.
    /// </summary>
    public StragglerDecision Decide(ExecutionFacts execution, StageLoad load) =>
        load.Backlog > 0 ? WithBacklog(execution) : InTail(execution, load.IdleSlots);

    /// <summary>Exactly one in twenty consecutive orders, drawn anew for each attempt.</summary>
    public bool Explores(int order, int attempt) =>
        (ulong)(order % ExploringOneIn) == StableHash.Of(_seed, attempt, order / ExploringOneIn) % ExploringOneIn;

    private StragglerDecision WithBacklog(ExecutionFacts execution)
    {
        if (_median is not { } median || execution.Stops >= MostStops)
        {
            return Stop(execution.Elapsed, StragglerRule.Paper, PaperLimit(execution.Stops));
        }

        // A large order would be stopped again and again by the same limit.
        var doubled = 1L << execution.Stops;
        if (Believed(execution, median) is { } remaining)
        {
            return Stop(remaining, StragglerRule.Progress, RemainingOfStop * doubled * median);
        }

        return Explores(execution.Order, execution.Attempt)
            ? Stop(execution.Elapsed, StragglerRule.Explore, _longest * doubled)
            : Stop(execution.Elapsed, StragglerRule.Cutoff, _cutoff * doubled);
    }

    private StragglerDecision InTail(ExecutionFacts execution, int idleSlots)
    {
        if (_median is not { } median)
        {
            return Copy(execution, execution.Elapsed, StragglerRule.Paper, PaperLimit(0), idleSlots);
        }

        if (Believed(execution, median) is { } remaining)
        {
            return Copy(execution, remaining, StragglerRule.Progress, RemainingOfCopy * median, idleSlots);
        }

        return Copy(execution, execution.Elapsed, StragglerRule.Tail, _tail, idleSlots);
    }

    /// <summary>What remains by its progress, or nothing while it is too early to tell; null where no progress is known.</summary>
    private static TimeSpan? Believed(ExecutionFacts execution, TimeSpan median) =>
        execution.Remaining is not null && execution.Elapsed < EarliestProgress * median ? TimeSpan.Zero : execution.Remaining;

    private TimeSpan PaperLimit(int stops) => TimeLimit.Paper(_durations.Seen, _durations.Expected, isMeasurement: false, stops).Limit;

    private static StragglerDecision Stop(TimeSpan time, StragglerRule rule, TimeSpan limit) =>
        new(time >= limit ? StragglerAction.Stop : StragglerAction.GoOn, rule, limit);

    /// <summary>A third live execution comes where two take twice the limit.</summary>
    private static StragglerDecision Copy(ExecutionFacts execution, TimeSpan time, StragglerRule rule, TimeSpan limit, int idleSlots)
    {
        var (least, mayCopy) = (execution.Live == 1 ? limit : 2 * limit, execution.Live < MostLive && idleSlots > 0);
        return new(mayCopy && time >= least ? StragglerAction.Copy : StragglerAction.GoOn, rule, least);
    }

    /// <summary>Whether executions go on longer after the cutoff than new ones take, those of stopped orders in particular.</summary>
    private static bool StoppingPays(ClassDurations durations) =>
        durations.Curve.Rest > durations.Curve.Cost
            && (durations.Repeated.Completed < RepeatedNeeded || durations.Curve.Rest > durations.Repeated.Cost);

    private static TimeSpan Clamp(TimeSpan? value, TimeSpan least, TimeSpan most) =>
        Longer(least, value is { } known && known < most ? known : most);

    private static TimeSpan Longer(TimeSpan first, TimeSpan second) => first > second ? first : second;
}
