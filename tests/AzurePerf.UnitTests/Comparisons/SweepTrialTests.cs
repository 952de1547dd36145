using AzurePerf.Core.Comparisons;
using AzurePerf.UnitTests.Statistics;
using Xunit;
using static AzurePerf.UnitTests.Comparisons.ComparedPoints;

namespace AzurePerf.UnitTests.Comparisons;

/// <summary>What is promised of sweeps of 36 combinations with a coefficient of variation of 5 %.</summary>
public sealed class SweepTrialTests(ITestOutputHelper output)
{
    private const int Pairs = 36;
    private const int Changed = 17;

    /// <summary>Trials of whole sweeps for every change.</summary>
    private const int Few = 50;

    [Theory]
    [InlineData(6, 0)]
    [InlineData(10, 0)]
    [InlineData(10, ComparisonRule.DefaultMargin)]
    public void A_sweep_of_the_same_things_has_a_false_alarm_in_at_most_one_of_twenty(int repetitions, double margin)
    {
        var alarms = Trials.Share(200, random => Sweep(random, repetitions, 1, margin).Any(comparison => IsChange(comparison.Verdict)), Few);

        output.WriteLine($"{repetitions} repetitions, margin {margin:P0}: a false alarm in {alarms:P1}");
        Assert.InRange(alarms, 0, Trials.Bound(0.05, 0.1));
    }

    [Theory]
    [InlineData(6, 0.5, 0.42)]
    [InlineData(10, 0.85, 0.8)]
    public void One_combination_that_lost_15_of_100_is_found_among_36(int repetitions, double promised, double wide)
    {
        var found = Trials.Share(200, random => Sweep(random, repetitions, 0.85, ComparisonRule.DefaultMargin)[Changed].Verdict == ComparisonVerdict.Regressed, Few);

        output.WriteLine($"{repetitions} repetitions: found in {found:P1}");
        Assert.InRange(found, Trials.Bound(promised, wide), 1);
    }

    /// <summary>Repetitions of both sides and how the second one varies. Without a guard the second of those of every change has too many alarms.</summary>
    public static TheoryData<(int First, int Second, double Variation)> Sides =>
        Night.Cases([(20, 8, 0.03), (20, 8, 0.09), (8, 20, 0.09)], (8, 8, 0.06), (6, 6, 0.09), (10, 10, 0.09));

    [Theory]
    [MemberData(nameof(Sides))]
    public void Missing_repetitions_and_sides_of_other_length_or_spread_raise_hardly_more_alarms((int First, int Second, double Variation) sides)
    {
        var (first, second, variation) = sides;
        var alarms = Trials.Share(200, random =>
        {
            PointPair[] sweep = [.. Enumerable.Range(0, 12).Select(pair => new PointPair(Holed(random, first, first > second ? pair : 0, 0.03), Holed(random, second, 0, variation)))];
            Assert.Equal(ProbabilityAdjustment.MaxT, SweepAdjustment.MethodFor(sweep));
            return SweepComparison.Of(sweep, higherIsBetter: true, new() { Margin = 0 }).Any(comparison => IsChange(comparison.Verdict));
        });

        output.WriteLine($"{first} against {second}, variation 3 % against {variation:P0}: a false alarm in {alarms:P1}");
        Assert.InRange(alarms, 0, Trials.Bound(0.07, 0.11));
    }

    [Fact]
    public void What_a_block_does_to_all_of_its_values_raises_no_more_alarms()
    {
        var alarms = Trials.Share(200, random =>
        {
            var (first, second) = (ReferenceSamples.LogNormal(random, 8, 1, 0.1), ReferenceSamples.LogNormal(random, 8, 1, 0.1));
            PointPair[] sweep = [.. Enumerable.Range(0, 12).Select(_ => Pair(Times(Values(random, 8), first), Times(Values(random, 8), second)))];
            return SweepComparison.Of(sweep, higherIsBetter: true, new() { Margin = 0 }).Any(comparison => IsChange(comparison.Verdict));
        });

        output.WriteLine($"a false alarm in {alarms:P1}");
        Assert.InRange(alarms, 0, Trials.Bound(0.05, 0.1));
    }

    private static IReadOnlyList<PointComparison> Sweep(Random random, int repetitions, double factor, double margin) => SweepComparison.Of(
        [.. Enumerable.Range(0, Pairs).Select(pair => Pair(Values(random, repetitions), Values(random, repetitions).Times(pair == Changed ? factor : 1)))],
        higherIsBetter: true, new() { Margin = margin });

    private static double[] Values(Random random, int repetitions) => ReferenceSamples.Normal(random, repetitions, 100, 5);

    private static double[] Times(double[] values, double[] blocks) => [.. values.Zip(blocks, (value, block) => value * block)];

    /// <summary>A side without some of its repetitions: another one for each combination.</summary>
    private static ComparedPoint Holed(Random random, int repetitions, int hole, double variation)
    {
        int[] blocks = [.. Enumerable.Range(1, repetitions).Where(block => block % 10 != hole)];
        return Point(ReferenceSamples.LogNormal(random, blocks.Length, 100, variation)) with { Blocks = blocks };
    }

    private static bool IsChange(ComparisonVerdict verdict) => verdict is ComparisonVerdict.Improved or ComparisonVerdict.Regressed;
}
