using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Statistics;
using AzurePerf.UnitTests.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class RequiredRepetitionsTests(ITestOutputHelper output)
{
    [Fact]
    public void An_interval_twice_as_wide_as_the_room_needs_four_times_the_repetitions_and_those_for_an_estimate_that_lies_elsewhere()
    {
        // ln 1.05 = 0.0488 of room on either side of 1, and a 90 % interval of half-width 0.0976. R: 40 * ((qnorm(.95) + qnorm(.9)) / qnorm(.95))^2
        var effect = Effect(1, half: 0.12, halfOfEquivalence: 2 * Math.Log(1.05));

        Assert.InRange(RequiredRepetitions.Of(effect, 10, 1, 0.05)!.Value, 127, 128);
    }

    [Fact]
    public void A_ratio_beyond_the_margin_is_decided_by_the_wider_interval()
    {
        // ln 1.21 - ln 1.1 = ln 1.1, and three times that is the half-width. R: 90 * ((qnorm(.975) + qnorm(.8)) / qnorm(.975))^2
        var effect = Effect(1.21, half: 3 * Math.Log(1.1), halfOfEquivalence: 0.01);

        Assert.InRange(RequiredRepetitions.Of(effect, 10, 1, 0.1)!.Value, 184, 185);
        Assert.True(RequiredRepetitions.Of(effect, 10, 10, 0.1) > 260, "Holm asks more of each of ten pairs");
    }

    [Theory]
    [InlineData(1.1, 10)]
    [InlineData(1.15, 6)]
    [InlineData(1, 10)]
    public void Of_undecided_pairs_most_are_decided_when_they_are_measured_anew_as_advised(double ratio, int repetitions)
    {
        var (advised, decided) = (0, 0);
        for (var trial = 1; trial <= Trials.Count(200, 600); trial++)
        {
            var random = Trials.RandomOf(trial);
            if (Measured(random, repetitions) is { Verdict: ComparisonVerdict.Undecided, Effect: { } effect } && RequiredRepetitions.Of(effect, repetitions, 1, 0.05) is <= 400 and var needed)
            {
                advised++;
                decided += Measured(random, needed).Verdict == ComparisonVerdict.Undecided ? 0 : 1;
            }
        }

        output.WriteLine($"{ratio}, {repetitions}: {decided} of {advised}");
        Assert.InRange(decided / (double)advised, 0.77, 1);

        PointComparison Measured(Random random, int count) => ComparedPoints.Compare(
            ComparedPoints.Pair(ReferenceSamples.LogNormal(random, count, 100, 0.08), ReferenceSamples.LogNormal(random, count, 100 * ratio, 0.08)));
    }

    [Fact]
    public void A_decrease_needs_as_many_as_the_same_increase() =>
        Assert.Equal(RequiredRepetitions.Of(Effect(1.3, 0.2, 0.1), 8, 3, 0.05), RequiredRepetitions.Of(Effect(1 / 1.3, 0.2, 0.1), 8, 3, 0.05));

    [Fact]
    public void It_is_always_more_than_there_are() => Assert.Equal(11, RequiredRepetitions.Of(Effect(2, 0.01, 0.01), 10, 1, 0.05));

    [Fact]
    public void On_the_margin_itself_no_number_decides() => Assert.Null(RequiredRepetitions.Of(Effect(1.05, 0.1, 0.1), 10, 1, 0.05));

    [Fact]
    public void Without_a_margin_nothing_can_be_shown_to_be_the_same() => Assert.Null(RequiredRepetitions.Of(Effect(1, 0.1, 0.1), 10, 1, 0));

    private static PairEffect Effect(double ratio, double half, double halfOfEquivalence) =>
        new(ratio, Around(ratio, half), Around(ratio, halfOfEquivalence), 0, 0.2, RankTestMethod.ExactMannWhitney);

    private static ConfidenceInterval Around(double ratio, double half) => new(ratio * Math.Exp(-half), ratio * Math.Exp(half));
}
