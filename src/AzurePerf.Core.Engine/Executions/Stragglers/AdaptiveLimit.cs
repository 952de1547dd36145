using AzurePerf.Core.Ids;

namespace AzurePerf.Core.Executions.Stragglers;

/// <summary>
/// When executions of a bag's tasks are stopped, from how long executions of their class take: where a new one is cheaper on average. One
/// object is made for each look at the workers, since what does not depend on the execution is worked out once.
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

    /// <summary>Progress is believed from this share of the median on.</summary>
    private const double EarliestProgress = 0.3;

    /// <summary>In medians: what may remain before a new execution is worth what the old one has done.</summary>
    private const double LongestRemaining = 3;

    private readonly int _seed;
    private readonly ClassDurations _durations;
    private readonly TimeSpan? _median;
    private readonly TimeSpan _longest;
    private readonly TimeSpan _cutoff;

    /// <param name="durations">What is known of the class.</param>
    /// <param name="seed">Of the run: decides which attempts explore.</param>
    /// <param name="shortest">No limit by time is shorter: two heartbeats where the TaskManager keeps it.</param>
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
            _cutoff = Longer(shortest, Clamp(StoppingPays(durations) ? curve.Cutoff : null, 1.2 * median, _longest));
        }
    }

    /// <summary>Whether one execution is stopped.</summary>
    public StragglerDecision Decide(ExecutionFacts execution)
    {
        if (_median is not { } median || execution.Stops >= MostStops)
        {
            var paper = TimeLimit.Paper(_durations.Seen, _durations.Expected, isMeasurement: false, execution.Stops).Limit;
            return new(execution.Elapsed >= paper, StragglerRule.Paper, paper);
        }

        // A large order would be stopped again and again by the same limit.
        var doubled = 1L << execution.Stops;
        if (Believed(execution, median) is { } remaining)
        {
            var most = LongestRemaining * doubled * median;
            return new(remaining >= most, StragglerRule.Progress, most);
        }

        var (rule, limit) = Explores(execution.Order, execution.Attempt)
            ? (StragglerRule.Explore, _longest * doubled)
            : (StragglerRule.Cutoff, _cutoff * doubled);
        return new(execution.Elapsed >= limit, rule, limit);
    }

    /// <summary>Exactly one in twenty consecutive orders, drawn anew for each attempt.</summary>
    public bool Explores(int order, int attempt) =>
        (ulong)(order % ExploringOneIn) == StableHash.Of(_seed, attempt, order / ExploringOneIn) % ExploringOneIn;

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
