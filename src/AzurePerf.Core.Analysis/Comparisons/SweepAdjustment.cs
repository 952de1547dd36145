using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>Adjusts the probabilities of the pairs of a sweep, so that the chance of even one false alarm in it stays at
/// <see cref="ComparisonRule.Significance"/>.</summary>
internal static class SweepAdjustment
{
    /// <summary>The share of a side's repetitions that each pair must have, if all are to be permuted together.</summary>
    private const double EqualDesign = 0.75;

    /// <summary>Where the sides vary differently with this probability, permutations and ranks alone raise too many false alarms. A
    /// needless guard only costs power, so one sweep in ten may have it for nothing.</summary>
    private const double UnequalSpread = 0.1;

    /// <summary>How a sweep of these pairs is adjusted.</summary>
    /// <param name="pairs">That can be compared.</param>
    public static ProbabilityAdjustment MethodFor(IReadOnlyList<PointPair> pairs) =>
        pairs.Count < 2 ? ProbabilityAdjustment.None
        : HaveEqualDesigns([.. pairs.Select(pair => pair.First.Blocks)]) && HaveEqualDesigns([.. pairs.Select(pair => pair.Second.Blocks)])
            ? ProbabilityAdjustment.MaxT
        : ProbabilityAdjustment.Holm;

    /// <summary>The adjusted probability of each pair, never below its own.</summary>
    /// <param name="pairs">That can be compared.</param>
    /// <param name="own">The two-sided probability of each by itself.</param>
    /// <param name="margin">Share that does not matter.</param>
    public static IReadOnlyList<double> Of(IReadOnlyList<PointPair> pairs, IReadOnlyList<double> own, double margin) =>
        MethodFor(pairs) switch
        {
            ProbabilityAdjustment.MaxT => [.. Together(new(pairs), margin).Zip(own, Math.Max)],
            ProbabilityAdjustment.Holm => [.. Guarded(HolmAdjustment.Of(own), new(pairs), margin)],
            _ => own,
        };

    /// <summary>True where, whatever the values are, no probability can become small enough for a change.</summary>
    /// <param name="pairs">That can be compared.</param>
    public static bool CanCallNothing(IReadOnlyList<PointPair> pairs) =>
        MethodFor(pairs) == ProbabilityAdjustment.Holm
            && pairs.All(pair =>
                pairs.Count * RankTest.Least(pair.First.Values.Count, pair.Second.Values.Count) > ComparisonRule.Significance);

    private static bool HaveEqualDesigns(IReadOnlyList<IReadOnlyList<int>> sides)
    {
        var blocks = sides.SelectMany(side => side).Distinct().Count();
        return sides.All(side => side.Count >= EqualDesign * blocks && side.Distinct().Count() == side.Count);
    }

    private static IEnumerable<double> Together(Blocks blocks, double margin) =>
        Guarded(AgainstMargin(blocks, margin, rows => StepDownMaxT.SecondIsGreater(rows, blocks.First.Length)), blocks, margin);

    /// <summary>Where the sides vary differently, never below Welch's test of each pair after Holm.</summary>
    private static IEnumerable<double> Guarded(IEnumerable<double> adjusted, Blocks blocks, double margin) =>
        SweepSpread.Probability(blocks.Rows(Math.Log, Math.Log), blocks.First.Length) > UnequalSpread
            ? adjusted
            : adjusted.Zip(
                HolmAdjustment.Of([.. AgainstMargin(blocks, margin, rows => rows.Select(row => Welch(row, blocks.First.Length)))]),
                Math.Max);

    /// <summary>Two-sided probabilities against "no change beyond the margin": as if the second sides were nearer by the margin, from above
    /// and from below.</summary>
    private static IEnumerable<double> AgainstMargin(
        Blocks blocks, double margin, Func<IReadOnlyList<double[]>, IEnumerable<double>> secondIsGreater)
    {
        var limit = Math.Log(1 + margin);
        var higher = secondIsGreater(blocks.Rows(Math.Log, value => Math.Log(value) - limit));
        var lower = secondIsGreater(blocks.Rows(value => -Math.Log(value), value => -Math.Log(value) - limit));
        return higher.Zip(lower, (above, below) => Math.Min(1, 2 * Math.Min(above, below)));
    }

    private static double Welch(double[] row, int firstBlocks) =>
        WelchTest.SecondIsGreater(Moments(row[..firstBlocks]), Moments(row[firstBlocks..]));

    private static SampleMoments Moments(double[] side) => SampleMoments.Of([.. side.Where(value => !double.IsNaN(value))]);

    /// <summary>The repetitions of both sides, in which every pair has its places.</summary>
    private sealed class Blocks(IReadOnlyList<PointPair> pairs)
    {
        public int[] First { get; } = [.. pairs.SelectMany(pair => pair.First.Blocks).Distinct().Order()];

        private int[] Second { get; } = [.. pairs.SelectMany(pair => pair.Second.Blocks).Distinct().Order()];

        public IReadOnlyList<double[]> Rows(Func<double, double> ofFirst, Func<double, double> ofSecond) =>
            [.. pairs.Select(pair => (double[])[.. pair.First.Place(First, ofFirst), .. pair.Second.Place(Second, ofSecond)])];
    }
}

/// <summary>How the probabilities of a sweep are adjusted for the number of its pairs.</summary>
public enum ProbabilityAdjustment
{
    /// <summary>At most one pair could be compared: its own probability stands.</summary>
    None,

    /// <summary>All pairs together, by permuting whole repetitions: <see cref="StepDownMaxT"/>.</summary>
    MaxT,

    /// <summary>Each pair by itself, then <see cref="HolmAdjustment"/>: where the pairs rest on different repetitions.</summary>
    Holm,
}
