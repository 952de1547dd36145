using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Statistics;
using AzurePerf.UnitTests.Statistics;
using CsCheck;
using Xunit;
using static AzurePerf.UnitTests.Comparisons.ComparedPoints;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class SweepComparisonTests
{
    [Theory]
    [InlineData(1.2, true, ComparisonVerdict.Improved)]
    [InlineData(1.2, false, ComparisonVerdict.Regressed)]
    [InlineData(0.8, true, ComparisonVerdict.Regressed)]
    [InlineData(0.8, false, ComparisonVerdict.Improved)]
    [InlineData(1.01, true, ComparisonVerdict.NoCredibleChange)]
    [InlineData(1.035, true, ComparisonVerdict.NoCredibleChange)] // the 90 % interval ends at 1.0486, the 95 % one at 1.0514
    [InlineData(1.05, true, ComparisonVerdict.Undecided)]
    public void The_verdict_follows_the_ratio_and_which_direction_is_better(double factor, bool higherIsBetter, ComparisonVerdict verdict)
    {
        var comparison = Compare(Pair(Hundred, Hundred.Times(factor)), higherIsBetter);

        Assert.Equal(verdict, comparison.Verdict);
        Assert.Equal(factor, comparison.Effect!.Ratio, 0.001);
        Assert.True(comparison.Effect.Interval.Contains(factor));
        Assert.True(comparison.Effect.EquivalenceInterval.LiesWithin(comparison.Effect.Interval.Low, comparison.Effect.Interval.High));
    }

    [Fact]
    public void A_credible_change_within_the_margin_is_none_and_without_a_margin_it_is_one()
    {
        var pair = Pair(Hundred, Hundred.Times(1.025));

        Assert.Equal(ComparisonVerdict.NoCredibleChange, Compare(pair).Verdict);
        Assert.Equal(ComparisonVerdict.Improved, Compare(pair, rule: new() { Margin = 0 }).Verdict);
    }

    [Fact]
    public void Without_a_margin_the_probability_is_that_of_the_plain_test() =>
        Assert.Equal(0.014689644720604474, Compare(Pair(ReferenceSamples.A, ReferenceSamples.B), rule: new() { Margin = 0 }).Effect!.Probability, 1e-14);

    // R: 2 * wilcox.test(B / 1.05, A, alternative = "greater", exact = TRUE)$p.value
    [Fact]
    public void With_a_margin_the_probability_is_that_of_the_test_against_the_margin_in_either_direction()
    {
        Assert.Equal(0.39304812834224606, Compare(Pair(ReferenceSamples.A, ReferenceSamples.B)).Effect!.Probability, 1e-12);
        Assert.Equal(0.39304812834224606, Compare(Pair(ReferenceSamples.B, ReferenceSamples.A)).Effect!.Probability, 1e-12);
    }

    [Fact]
    public void Three_against_three_are_never_told_apart_however_far_they_are()
    {
        var comparison = Compare(Pair([1, 2, 3], [1e6, 2e6, 3e6]));

        Assert.Equal(ComparisonVerdict.NotComparable, comparison.Verdict);
        Assert.Equal([ComparisonObstacle.TooFewRepetitions], comparison.Obstacles);
        Assert.Null(comparison.Effect);
    }

    [Fact]
    public void Six_repetitions_far_apart_suffice() =>
        Assert.Equal(ComparisonVerdict.Regressed, Compare(Pair(Hundred[..6], Hundred[..6].Times(0.5))).Verdict);

    [Fact]
    public void Six_repetitions_call_a_change_among_any_number_of_combinations()
    {
        PointPair[] sweep = [Pair(Hundred[..6], Hundred[..6].Times(0.1)), .. Enumerable.Repeat(Pair(Hundred[..6], Hundred[..6].Times(1.001)), 47)];

        var comparisons = SweepComparison.Of(sweep, higherIsBetter: true, new());

        Assert.Equal(ComparisonVerdict.Regressed, comparisons[0].Verdict);
        Assert.InRange(comparisons[0].AdjustedProbability!.Value, comparisons[0].Effect!.Probability, 0.01);
        Assert.DoesNotContain(comparisons.Skip(1), comparison => comparison.Verdict == ComparisonVerdict.Regressed);
    }

    [Fact]
    public void Combinations_that_rest_on_different_repetitions_are_adjusted_by_Holm_and_it_is_said_when_that_can_call_nothing()
    {
        PointPair[] sweep = [.. Enumerable.Range(0, 30).Select(pair => pair % 2 == 0 ? Pair(Hundred[..6], Hundred[..6].Times(0.1)) : Late())];

        Assert.Equal(ProbabilityAdjustment.Holm, SweepAdjustment.MethodFor(sweep));
        Assert.All(SweepComparison.Of(sweep, higherIsBetter: true, new()), comparison => Assert.Equal(ComparisonVerdict.Undecided, comparison.Verdict));
        Assert.StartsWith("no change of any size can be called: the 30 configurations rest on different repetitions", Assert.Single(ComparisonCaution.OfPower(sweep)), StringComparison.Ordinal);
        Assert.Empty(ComparisonCaution.OfPower(sweep[..10]));
        Assert.Equal(ProbabilityAdjustment.None, SweepAdjustment.MethodFor(sweep[..1]));

        static PointPair Late() => new(Point(Hundred[..6]) with { Blocks = [7, 8, 9, 10, 11, 12] }, Point(Hundred[..6].Times(0.1)));
    }

    [Fact]
    public void In_a_sweep_every_pair_must_show_more()
    {
        var clear = Pair(Hundred[..6], Hundred[..6].Times(1.2));
        PointPair[] sweep = [clear, .. Enumerable.Repeat(Pair(Hundred, Hundred), 30)];

        Assert.Equal(ComparisonVerdict.Improved, Compare(clear).Verdict);
        var comparison = SweepComparison.Of(sweep, higherIsBetter: true, new())[0];
        Assert.Equal(ComparisonVerdict.Undecided, comparison.Verdict);
        Assert.Equal(31 * comparison.Effect!.Probability, comparison.AdjustedProbability!.Value, 1e-12);
    }

    [Fact]
    public void A_pair_that_cannot_be_compared_costs_the_others_nothing()
    {
        var clear = Pair(Hundred[..6], Hundred[..6].Times(1.2));
        var comparisons = SweepComparison.Of([Pair([1], [2]), clear, Pair([1], [2])], higherIsBetter: true, new());

        Assert.Equal(
            [ComparisonVerdict.NotComparable, ComparisonVerdict.Improved, ComparisonVerdict.NotComparable],
            comparisons.Select(comparison => comparison.Verdict));
        Assert.Equal(comparisons[1].Effect!.Probability, comparisons[1].AdjustedProbability);
    }

    [Fact]
    public void A_negative_margin_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => Compare(Pair(Hundred, Hundred), rule: new() { Margin = -0.1 }));

    [Fact]
    public void Exchanging_the_runs_exchanges_better_and_worse_and_no_unit_matters() => SeededProperty.Holds(
        SampleGenerators.Pairs(6, 15),
        pair =>
        {
            var forth = Compare(Pair(pair.First, pair.Second)).Verdict;
            var back = Compare(Pair(pair.Second, pair.First)).Verdict;
            var scaled = Compare(Pair(pair.First.Times(1024), SampleGenerators.Shuffled(pair.Second.Times(1024)))).Verdict;
            return scaled == forth && back == forth switch
            {
                ComparisonVerdict.Improved => ComparisonVerdict.Regressed,
                ComparisonVerdict.Regressed => ComparisonVerdict.Improved,
                _ => forth,
            };
        },
        cases: 200);
}
