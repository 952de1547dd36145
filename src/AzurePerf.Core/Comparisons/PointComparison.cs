using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>The result for one pair of points.</summary>
/// <param name="Pair">What was compared.</param>
/// <param name="Verdict">The conclusion.</param>
/// <param name="Obstacles">Why it is not comparable; empty when it is.</param>
/// <param name="Effect">What the repetitions show; null when it is not comparable.</param>
/// <param name="AdjustedProbability">The effect's probability after <see cref="SweepAdjustment"/> over all comparable pairs of the sweep; null likewise.</param>
public sealed record PointComparison(
    PointPair Pair,
    ComparisonVerdict Verdict,
    IReadOnlyList<ComparisonObstacle> Obstacles,
    PairEffect? Effect,
    double? AdjustedProbability)
{
    /// <summary>The level of the first side that belongs to the ratio: see <see cref="HodgesLehmann.LevelOf"/>; null when it is not comparable.</summary>
    public double? FirstLevel { get; } = Effect is null ? null : HodgesLehmann.LevelOf(Pair.First.Values, Pair.Second.Values, Effect.Ratio);

    /// <summary>That of the second side: the first one's times the ratio.</summary>
    public double? SecondLevel => FirstLevel * Effect?.Ratio;
}
