using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>Whether the repetitions of one configuration rise or fall from the first to the last: then they are no repetitions of one
/// level.</summary>
/// <param name="LastOverFirst">Change over all of them as a ratio, by <see cref="TheilSen"/> on logarithms; above 1 the values
/// rise.</param>
/// <param name="Probability">Of such an order by chance, by <see cref="MannKendall"/>, after Holm over the run's configurations.</param>
public sealed record RepetitionDrift(double LastOverFirst, double Probability)
{
    private const double RefusedSignificance = 0.005;

    /// <summary>True when chance is hardly an explanation: one run in twenty that does not drift looks so. The change is beyond what
    /// usually does not matter.</summary>
    public bool Drifts =>
        Probability <= ComparisonRule.Significance && Math.Abs(Math.Log(LastOverFirst)) > Math.Log(1 + ComparisonRule.DefaultMargin);

    /// <summary>
    /// True when it is so sure that a comparison is refused. Each of two sides may be wrong in one case of 200, so that of 100 comparisons
    /// of runs which do not drift at most one is refused.
    /// </summary>
    public bool IsCertain => Drifts && Probability <= RefusedSignificance;

    /// <summary>One entry per configuration; null for one with fewer than <see cref="MannKendall.MinimumSamples"/> values, or with one that
    /// is not positive.</summary>
    /// <param name="combinations">The values of each, in the order of measurement.</param>
    public static IReadOnlyList<RepetitionDrift?> Of(IReadOnlyList<IReadOnlyList<double>> combinations)
    {
        ArgumentNullException.ThrowIfNull(combinations);
        var tested = combinations.Select(IsTested).ToArray();
        var adjusted = new Queue<double>(
            HolmAdjustment.Of([.. combinations.Where((_, index) => tested[index]).Select(values => MannKendall.Of(values).TwoSided)]));
        return [.. combinations.Select((values, index) =>
            tested[index] ? new RepetitionDrift(TheilSen.LastOverFirst(values), adjusted.Dequeue()) : null)];
    }

    private static bool IsTested(IReadOnlyList<double> values) =>
        values.Count >= MannKendall.MinimumSamples && values.All(value => value > 0 && double.IsFinite(value));
}
