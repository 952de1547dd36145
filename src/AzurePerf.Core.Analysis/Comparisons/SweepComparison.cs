using System.Text.Json.Nodes;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>Compares all pairs of two sweeps by one metric.</summary>
/// <remarks>
/// A change is called when the test against "no change beyond the margin" holds after <see cref="SweepAdjustment"/> over the sweep and the
/// 95 % interval of the ratio lies wholly beyond the margin; sameness when the 90 % interval lies wholly inside it
/// (<see cref="Equivalence"/>); anything else stays undecided. A second side that is better or the same must still be it when those of its
/// repetitions that are left out count as worse than all others: worst ranks, as of patients who did not live to be measured (Lachin 1999,
/// Controlled Clinical Trials 20, 408-422).
/// </remarks>
public static class SweepComparison
{
    /// <summary>By how much what was lost is taken to be worse than the worst value. Only its rank counts.</summary>
    private const double BeyondAll = 1_000;

    /// <summary>One result per pair, in their order.</summary>
    /// <param name="pairs">Of one sweep: the more pairs, the more each must show.</param>
    /// <param name="higherIsBetter">Which direction is an improvement.</param>
    /// <param name="rule">When a difference counts.</param>
    /// <exception cref="ArgumentException">The margin is negative.</exception>
    public static IReadOnlyList<PointComparison> Of(IReadOnlyList<PointPair> pairs, bool higherIsBetter, ComparisonRule rule)
    {
        ArgumentNullException.ThrowIfNull(rule);
        (PointPair Pair, IReadOnlyList<ComparisonObstacle> Obstacles, PairEffect? Effect)[] shown =
            [.. pairs.Select(pair => Show(pair, rule))];
        var adjusted = new Queue<double>(SweepAdjustment.Of(
            [.. shown.Where(one => one.Effect is not null).Select(one => one.Pair)],
            [.. shown.Select(one => one.Effect).OfType<PairEffect>().Select(effect => effect.Probability)], rule.Margin));
        return [.. shown.Select(one => one.Effect is { } effect
            ? Judge(one.Pair, effect, adjusted.Dequeue(), higherIsBetter, rule)
            : new PointComparison(one.Pair, ComparisonVerdict.NotComparable, one.Obstacles, null, null))];
    }

    /// <summary>What forbids to compare a pair, or else what its repetitions show. Shares that succeeded are near 1, so that a margin hides
    /// failures: where other shares failed they are never called the same.</summary>
    private static (PointPair Pair, IReadOnlyList<ComparisonObstacle> Obstacles, PairEffect? Effect) Show(
        PointPair pair, ComparisonRule rule)
    {
        var obstacles = pair.Obstacles(rule);
        if (obstacles.Count > 0)
        {
            return (pair, obstacles, null);
        }

        var effect = PairEffect.Of(pair.First.Values, pair.Second.Values, rule.Margin);
        return pair.FailOtherwise && !rule.OnPurpose.Contains(ComparisonObstacle.OtherFailureShare)
            && Equivalence.Holds(effect.EquivalenceInterval, rule.Margin)
            ? (pair, [ComparisonObstacle.OtherFailureShare], null)
            : (pair, [], effect);
    }

    private static PointComparison Judge(PointPair pair, PairEffect effect, double adjusted, bool higherIsBetter, ComparisonRule rule)
    {
        var verdict = Decide(effect, adjusted, higherIsBetter, rule.Margin);
        var restsOnLeftOut = verdict is ComparisonVerdict.Improved or ComparisonVerdict.NoCredibleChange
            && WithTheWorst(pair, higherIsBetter, rule.Margin) is { } worst
            && Decide(worst, Math.Max(adjusted, worst.Probability), higherIsBetter, rule.Margin) != verdict;
        return new(pair, restsOnLeftOut ? ComparisonVerdict.Undecided : verdict, [], effect, adjusted) { RestsOnLeftOut = restsOnLeftOut };
    }

    /// <summary>As if the repetitions that the second side lost more than the first, as a share of all that ended, were worse than all
    /// others; null where it lost no more, to the nearest repetition. Its probability is that of the pair alone.</summary>
    private static PairEffect? WithTheWorst(PointPair pair, bool higherIsBetter, double margin)
    {
        var (first, second) = pair;
        var expected = (double)first.MayBeWorse * second.Ended / first.Ended;
        var more = (int)Math.Round(second.MayBeWorse - expected, MidpointRounding.AwayFromZero);
        var values = first.Values.Concat(second.Values);
        return more <= 0 ? null : PairEffect.Of(
            first.Values,
            [.. second.Values, .. Enumerable.Repeat(higherIsBetter ? values.Min() / BeyondAll : values.Max() * BeyondAll, more)],
            margin);
    }

    /// <summary>True when a change beyond the margin is shown, in either direction.</summary>
    internal static bool IsChange(PairEffect effect, double adjusted, double margin) =>
        adjusted <= ComparisonRule.Significance && (effect.Interval.Low > 1 + margin || effect.Interval.High < 1 / (1 + margin));

    private static ComparisonVerdict Decide(PairEffect effect, double adjusted, bool higherIsBetter, double margin) =>
        IsChange(effect, adjusted, margin) ? (effect.Ratio > 1 == higherIsBetter ? ComparisonVerdict.Improved : ComparisonVerdict.Regressed)
        : Equivalence.Holds(effect.EquivalenceInterval, margin) ? ComparisonVerdict.NoCredibleChange
        : ComparisonVerdict.Undecided;
}

/// <summary>The result for one pair of points.</summary>
/// <param name="Pair">What was compared.</param>
/// <param name="Verdict">The conclusion.</param>
/// <param name="Obstacles">Why it is not comparable; empty when it is.</param>
/// <param name="Effect">What the repetitions show; null when it is not comparable.</param>
/// <param name="AdjustedProbability">The effect's probability after <see cref="SweepAdjustment"/> over all comparable pairs of the sweep;
/// null likewise.</param>
public sealed record PointComparison(
    PointPair Pair,
    ComparisonVerdict Verdict,
    IReadOnlyList<ComparisonObstacle> Obstacles,
    PairEffect? Effect,
    double? AdjustedProbability)
{
    /// <summary>True where it is undecided only because repetitions of the second side are left out that may have been worse than all
    /// others.</summary>
    public bool RestsOnLeftOut { get; init; }
}
