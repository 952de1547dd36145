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
    double? AdjustedProbability);
