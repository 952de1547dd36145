namespace AzurePerf.Core.Executions.Stragglers;

/// <summary>
/// Which share of executions takes longer than a duration, by the product-limit estimate (Kaplan and Meier 1958, J. Am. Stat. Assoc. 53,
/// 457-481). An execution that was stopped, or that still runs, counts among those at risk up to its time and never as an end. Made from
/// sketches: its size is bounded, the order of merging does not matter, and durations are known to 2.2 %.
/// </summary>
internal sealed class SurvivalCurve
{
    private readonly List<Step> _steps = [];

    private SurvivalCurve(DurationSketch completed, DurationSketch censored)
    {
        Completed = completed.Count;
        var (atRisk, survival, area, last) = (Completed + censored.Count, 1.0, 0.0, 0.0);
        foreach (var bin in completed.Bins.Keys.Union(censored.Bins.Keys).Order())
        {
            // Who was stopped within a bin was at risk when others ended in it.
            var (ended, middle) = (completed.Bins.GetValueOrDefault(bin), DurationSketch.MiddleOf(bin));
            area += survival * (middle.TotalSeconds - last);
            last = middle.TotalSeconds;
            survival *= (double)(atRisk - ended) / atRisk;
            atRisk -= ended + censored.Bins.GetValueOrDefault(bin);
            Longest = middle;
            if (ended > 0)
            {
                _steps.Add(new(middle, survival));
                var end = DurationSketch.EndOf(bin);
                var cost = TimeSpan.FromSeconds((area + (survival * (end.TotalSeconds - last))) / (1 - survival));
                (Cutoff, Cost) = Cost is null || cost < Cost ? (end, cost) : (Cutoff, Cost);
            }
        }

        Rest = Cutoff is { } cutoff ? RestAfter(cutoff, completed, censored) : TimeSpan.Zero;
    }

    /// <summary>How many executions ended by themselves.</summary>
    public long Completed { get; }

    /// <summary>
    /// When to stop an execution that can begin anew elsewhere, so that a result costs least: the t of the least E[min(X, t)] / F(t) (Luby,
    /// Sinclair and Zuckerman 1993, Inf. Process. Lett. 47, 173-180). Null before any execution has ended by itself.
    /// </summary>
    public TimeSpan? Cutoff { get; }

    /// <summary>What a result costs on average if all are stopped at the cutoff: that least E[min(X, t)] / F(t). Null without a
    /// cutoff.</summary>
    public TimeSpan? Cost { get; }

    /// <summary>
    /// How long an execution goes on after the cutoff, on the cautious side: all time seen there by the ends seen there and two more. So it
    /// is short while hardly any time was seen there, and one execution alone that goes on proves little.
    /// </summary>
    public TimeSpan Rest { get; }

    /// <summary>The longest time of any execution, ended or stopped; nothing is known of what comes after. Zero without one.</summary>
    public TimeSpan Longest { get; }

    /// <summary>What an execution takes on average if all are stopped after a time: E[min(X, t)]. Meaningful up to
    /// <see cref="Longest"/>.</summary>
    public TimeSpan MeanUpTo(TimeSpan limit)
    {
        var (area, survival, last) = (0.0, 1.0, TimeSpan.Zero);
        foreach (var step in _steps.TakeWhile(step => step.Duration < limit))
        {
            area += survival * (step.Duration - last).TotalSeconds;
            (survival, last) = (step.Survival, step.Duration);
        }

        return TimeSpan.FromSeconds(area + (survival * (limit - last).TotalSeconds));
    }

    /// <param name="completed">Durations of executions that ended by themselves with a result.</param>
    /// <param name="censored">Elapsed times of executions that were stopped or still run.</param>
    public static SurvivalCurve Of(DurationSketch completed, DurationSketch censored) => new(completed, censored);

    /// <summary>The share that takes longer, 0 to 1; it never rises with the duration.</summary>
    public double Survival(TimeSpan duration)
    {
        var last = _steps.FindLastIndex(step => step.Duration <= duration);
        return last < 0 ? 1 : _steps[last].Survival;
    }

    /// <summary>The shortest duration within which at least a share of executions ends; null where too many were stopped to know.</summary>
    /// <param name="share">Above 0, at most 1.</param>
    public TimeSpan? Quantile(double share)
    {
        // The product of quotients that should be 0.5 may be 0.5000000000000001.
        var first = _steps.FindIndex(step => step.Survival <= 1 - share + 1e-9);
        return first < 0 ? null : _steps[first].Duration;
    }

    private static TimeSpan RestAfter(TimeSpan cutoff, DurationSketch completed, DurationSketch censored)
    {
        var seconds = completed.Bins.Concat(censored.Bins)
            .Sum(bin => bin.Value * Math.Max(0, (DurationSketch.MiddleOf(bin.Key) - cutoff).TotalSeconds));
        var ends = completed.Bins.Where(bin => DurationSketch.MiddleOf(bin.Key) > cutoff).Sum(bin => bin.Value);
        return TimeSpan.FromSeconds(seconds / (ends + 2));
    }

    private readonly record struct Step(TimeSpan Duration, double Survival);
}
