using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>Adjusts the probabilities of the pairs of a sweep, so that the chance of even one false alarm in it stays at <see cref="ComparisonRule.Significance"/>.</summary>
internal static class SweepAdjustment
{
    /// <summary>The share of a side's repetitions that each pair must have, if all are to be permuted together.</summary>
    private const double EqualDesign = 0.75;

    /// <summary>How a sweep of these pairs is adjusted.</summary>
    /// <param name="pairs">That can be compared.</param>
    public static ProbabilityAdjustment MethodFor(IReadOnlyList<PointPair> pairs) =>
        pairs.Count < 2 ? ProbabilityAdjustment.None
        : HaveEqualDesigns([.. pairs.Select(pair => pair.First.Blocks)]) && HaveEqualDesigns([.. pairs.Select(pair => pair.Second.Blocks)]) ? ProbabilityAdjustment.MaxT
        : ProbabilityAdjustment.Holm;

    /// <summary>The adjusted probability of each pair, never below its own.</summary>
    /// <param name="pairs">That can be compared.</param>
    /// <param name="own">The two-sided probability of each by itself.</param>
    /// <param name="margin">Share that does not matter.</param>
    public static IReadOnlyList<double> Of(IReadOnlyList<PointPair> pairs, IReadOnlyList<double> own, double margin) => MethodFor(pairs) switch
    {
        ProbabilityAdjustment.MaxT => [.. Permuted(pairs, margin).Zip(own, Math.Max)],
        _ => HolmAdjustment.Of(own),
    };

    /// <summary>True where, whatever the values are, no probability can become small enough for a change.</summary>
    /// <param name="pairs">That can be compared.</param>
    public static bool CanCallNothing(IReadOnlyList<PointPair> pairs) =>
        MethodFor(pairs) == ProbabilityAdjustment.Holm && pairs.All(pair => pairs.Count * RankTest.Least(pair.First.Values.Count, pair.Second.Values.Count) > ComparisonRule.Significance);

    private static bool HaveEqualDesigns(IReadOnlyList<IReadOnlyList<int>> sides)
    {
        var blocks = sides.SelectMany(side => side).Distinct().Count();
        return sides.All(side => side.Count >= EqualDesign * blocks && side.Distinct().Count() == side.Count);
    }

    /// <summary>Against "no change beyond the margin": as if the second sides were nearer by the margin, from above and from below.</summary>
    private static IEnumerable<double> Permuted(IReadOnlyList<PointPair> pairs, double margin)
    {
        int[] first = [.. pairs.SelectMany(pair => pair.First.Blocks).Distinct().Order()];
        int[] second = [.. pairs.SelectMany(pair => pair.Second.Blocks).Distinct().Order()];
        var limit = Math.Log(1 + margin);
        var higher = StepDownMaxT.SecondIsGreater([.. pairs.Select(pair => Row(pair, value => Math.Log(value), value => Math.Log(value) - limit))], first.Length);
        var lower = StepDownMaxT.SecondIsGreater([.. pairs.Select(pair => Row(pair, value => -Math.Log(value), value => -Math.Log(value) - limit))], first.Length);
        return higher.Zip(lower, (above, below) => Math.Min(1, 2 * Math.Min(above, below)));

        double[] Row(PointPair pair, Func<double, double> ofFirst, Func<double, double> ofSecond) =>
            [.. pair.First.Place(first, ofFirst), .. pair.Second.Place(second, ofSecond)];
    }
}
