using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>How different the same thing looks when it is measured twice (an A/A comparison): what is smaller than this cannot be told from
/// noise.</summary>
/// <param name="Repetitions">Of either half.</param>
/// <param name="Floor">
/// The difference, as a share, that 95 of 100 random halvings of the repetitions stay within: 0.03 when one half is up to 1.03 times the
/// other.
/// </param>
/// <param name="FalseAlarms">Share of the halvings in which the rule called a change. Without a margin that is the test's level, whatever
/// the values.</param>
/// <param name="LaterOverEarlier">
/// Second half over first half in the order of measurement. Beyond the floor the target drifted, and only interleaved repetitions can be
/// compared (Abedi and Brecht 2017, ICPE, 287-292: sequential trials of identical systems were told apart).
/// </param>
public sealed record NoiseFloor(int Repetitions, double Floor, double FalseAlarms, double LaterOverEarlier)
{
    /// <summary>The share of the halvings that stay within the floor.</summary>
    internal const double Coverage = 0.95;

    private const int Halvings = 1_000;

    /// <summary>The floor, or null when the halves would have fewer repetitions than a comparison needs.</summary>
    /// <param name="values">Repetitions of one unchanged point in the order of measurement, all positive; an odd last one is left
    /// out.</param>
    /// <param name="seed">Of the halvings: the same seed gives the same floor.</param>
    /// <param name="rule">The rule whose false alarms are counted.</param>
    /// <exception cref="ArgumentException">A value is not positive or not finite, or the margin is negative.</exception>
    public static NoiseFloor? Of(IReadOnlyList<double> values, int seed, ComparisonRule rule)
    {
        ArgumentNullException.ThrowIfNull(rule);
        var half = values.Count / 2;
        if (half < ComparisonRule.MinimumRepetitions)
        {
            return null;
        }

        double[] repetitions = [.. values.Take(2 * half)];
        var inOrder = HodgesLehmann.Ratio(repetitions[..half], repetitions[half..]).Value;
        var random = new Random(seed);
        var (differences, alarms) = (new double[Halvings], 0);
        for (var halving = 0; halving < Halvings; halving++)
        {
            random.Shuffle(repetitions);
            var effect = PairEffect.Of(repetitions[..half], repetitions[half..], rule.Margin);
            differences[halving] = DifferenceOf(effect.Ratio);
            alarms += SweepComparison.IsChange(effect, effect.Probability, rule.Margin) ? 1 : 0;
        }

        Array.Sort(differences);
        return new(half, Sample.QuantileOfSorted(differences, Coverage), (double)alarms / Halvings, inOrder);
    }

    /// <summary>True when the later half differs from the earlier one by more than the floor.</summary>
    public bool Drifts() => DifferenceOf(LaterOverEarlier) > Floor;

    /// <summary>The share by which the greater side exceeds the other one.</summary>
    private static double DifferenceOf(double ratio) => Math.Exp(Math.Abs(Math.Log(ratio))) - 1;
}
