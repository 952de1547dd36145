using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>What the repetitions of a pair show, before anything is concluded.</summary>
/// <param name="Ratio">Second over first, by <see cref="HodgesLehmann"/>.</param>
/// <param name="Interval">95 % interval of the ratio.</param>
/// <param name="EquivalenceInterval">90 % interval of the ratio, which decides whether both are the same.</param>
/// <param name="Delta">Cliff's delta: -1 when every second value is smaller, 1 when every one is greater.</param>
/// <param name="Probability">Two-sided, of so great a difference if there were none beyond the margin; of this pair alone.</param>
/// <param name="Method">The test it comes from.</param>
public sealed record PairEffect(
    double Ratio,
    ConfidenceInterval Interval,
    ConfidenceInterval EquivalenceInterval,
    double Delta,
    double Probability,
    RankTestMethod Method)
{
    /// <param name="first">Repetitions of the first side, at least <see cref="ComparisonRule.MinimumRepetitions"/>, positive.</param>
    /// <param name="second">Of the second side.</param>
    /// <param name="margin">Share that does not matter, not negative.</param>
    internal static PairEffect Of(IReadOnlyList<double> first, IReadOnlyList<double> second, double margin)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(margin);
        var ratio = HodgesLehmann.Ratio(first, second);
        var same = HodgesLehmann.Ratio(first, second, Equivalence.Confidence);

        // Against the hypothesis "no change beyond the margin": as if the second side were nearer by the margin, from above and from below.
        var higher = RankTest.Of(first, [.. second.Select(value => value / (1 + margin))]);
        var lower = RankTest.Of(first, [.. second.Select(value => value * (1 + margin))]);
        var probability = Math.Min(1, 2 * Math.Min(higher.Greater, lower.Smaller));
        return new(
            ratio.Value, ratio.Interval!.Value, same.Interval!.Value, CliffsDelta.Of(first, second), probability,
            higher.Greater < lower.Smaller ? higher.Method : lower.Method);
    }
}
