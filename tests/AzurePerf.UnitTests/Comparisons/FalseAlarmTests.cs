using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Measurements;
using AzurePerf.UnitTests.Statistics;
using Xunit;
using static AzurePerf.UnitTests.Comparisons.ComparedPoints;

namespace AzurePerf.UnitTests.Comparisons;

/// <summary>Seeded pairs, of ten repetitions with a coefficient of variation of 5 % unless a test says otherwise.</summary>
public sealed class FalseAlarmTests(ITestOutputHelper output)
{
    private const int Repetitions = 10;
    private const double Mean = 100;
    private const double Variation = 0.05;

    private static readonly int Seeds = Night.Size(usually: 300, atNight: 1_000);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void The_same_thing_twice_is_called_changed_as_rarely_as_promised(bool logNormal)
    {
        Assert.InRange(Changed(logNormal, 1, 0), Night.IsOn ? 0.025 : 0.02, Trials.Most(0.05, Seeds, atNight: 0.07));
        Assert.InRange(Changed(logNormal, 1, ComparisonRule.DefaultMargin), 0, Trials.Most(0.01, Seeds));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_change_of_15_of_100_is_seen_and_smaller_ones_are_printed(bool logNormal)
    {
        foreach (var margin in new[] { 0, ComparisonRule.DefaultMargin })
        {
            foreach (var change in new[] { 1.05, 1.10, 1.15, 0.95, 0.90, 0.85 })
            {
                var seen = Changed(logNormal, change, margin);
                output.WriteLine($"{(logNormal ? "lognormal" : "normal")}, margin {margin:P0}, ratio {change:F2}: {seen:P1}");
                Assert.True(Math.Abs(change - 1) < 0.149 || seen >= Trials.Least(0.95, Seeds));
            }
        }
    }

    [Fact]
    public void A_true_change_of_just_the_margin_is_called_beyond_it_as_rarely_as_promised()
        => Assert.InRange(Changed(logNormal: true, 1 + ComparisonRule.DefaultMargin, ComparisonRule.DefaultMargin), Night.IsOn ? 0.01 : 0.005, Trials.Most(0.05, Seeds));

    [Fact]
    public void A_sweep_of_the_same_things_has_a_false_alarm_as_rarely_as_one_pair()
    {
        var seeds = Night.Size(usually: 150, atNight: 500);
        var alarms = Enumerable.Range(1, seeds).AsParallel().Count(seed =>
        {
            var random = new Random(seed);
            PointPair[] sweep = [.. Enumerable.Range(0, 8).Select(_ => Pair(Values(random, true), Values(random, true)))];
            return SweepComparison.Of(sweep, higherIsBetter: true, new() { Margin = 0 }).Any(comparison => IsChange(comparison.Verdict));
        });

        Assert.InRange(alarms / (double)seeds, 0.005, Trials.Most(0.05, seeds, atNight: 0.07));
    }

    [Theory]
    [InlineData(36, 6, 6)]
    [InlineData(24, 10, 10)]
    [InlineData(36, 24, 10)]
    public void Percentiles_that_fall_into_the_same_bucket_raise_no_more_false_alarms_where_pairs_rest_on_different_repetitions(int pairs, int first, int second)
    {
        var seeds = Night.Size(usually: 150, atNight: 500);
        var alarms = Enumerable.Range(1, seeds).AsParallel().Count(seed =>
        {
            var random = Trials.RandomOf(seed);
            PointPair[] sweep = [.. Enumerable.Range(0, pairs).Select(index => new PointPair(Bucketed(random, index == 0 ? 6 : first), Bucketed(random, index == 0 ? 6 : second)))];
            Assert.Equal(ProbabilityAdjustment.Holm, SweepAdjustment.MethodFor(sweep));
            return SweepComparison.Of(sweep, higherIsBetter: false, new() { Margin = 0 }).Any(comparison => IsChange(comparison.Verdict));
        });

        Assert.InRange(alarms / (double)seeds, 0, Trials.Most(0.05, seeds, atNight: 0.07));

        static ComparedPoint Bucketed(Random random, int count) =>
            Point([.. ReferenceSamples.LogNormal(random, count, 1e6, 0.01).Select(value => (double)LatencyBucketLayout.HighestNanoseconds(LatencyBucketLayout.IndexOf((long)value)))]) with
            {
                Blocks = [.. Enumerable.Range(1, Math.Max(10, count)).OrderBy(_ => random.Next()).Take(count).Order()],
            };
    }

    [Theory]
    [InlineData(6, 0.2, 20, 0.02)]
    [InlineData(6, 0.15, 10, 0.03)]
    [InlineData(10, 0.1, 20, 0.03)]
    [InlineData(20, 0.2, 20, 0.02)]
    [InlineData(10, 0.1, 50, 0.02)]
    public void Sides_that_vary_differently_and_have_other_numbers_of_repetitions_are_called_changed_or_the_same_as_rarely(int first, double variation, int second, double other)
    {
        var (alarms, beyond, same) = (0, 0, 0);
        for (var seed = 1; seed <= Seeds; seed++)
        {
            var random = Trials.RandomOf(seed);
            var (one, two) = (OfMedian(random, first, variation), OfMedian(random, second, other));
            var atMargin = Compare(Pair(one, two.Times(1 + ComparisonRule.DefaultMargin))).Verdict;
            alarms += IsChange(Compare(Pair(one, two), rule: new() { Margin = 0 }).Verdict) ? 1 : 0;
            beyond += IsChange(atMargin) ? 1 : 0;
            same += atMargin == ComparisonVerdict.NoCredibleChange ? 1 : 0;
        }

        output.WriteLine($"{first} against {second}: changed {alarms}, beyond the margin {beyond}, same {same} of {Seeds}");
        Assert.True(alarms <= Seeds * Trials.Most(0.05, Seeds, atNight: 0.07));
        Assert.True(beyond <= Seeds * Trials.Most(0.05, Seeds, atNight: 0.07));
        Assert.True(same <= Seeds * Trials.Most(0.05, Seeds));
    }

    [Theory]
    [InlineData(10, 0.2, 20, 0.02)]
    [InlineData(10, 0.1, 10, 0.02)]
    public void Neither_do_pairs_that_rest_on_different_repetitions(int first, double variation, int second, double other)
    {
        var seeds = Night.Size(usually: 150, atNight: 500);
        var alarms = Enumerable.Range(1, seeds).AsParallel().Count(seed =>
        {
            var random = Trials.RandomOf(seed);
            PointPair[] sweep = [.. Enumerable.Range(0, 12).Select(index => new PointPair(Scattered(random, index == 0 ? 6 : first, variation), Scattered(random, index == 0 ? 6 : second, other)))];
            Assert.Equal(ProbabilityAdjustment.Holm, SweepAdjustment.MethodFor(sweep));
            return SweepComparison.Of(sweep, higherIsBetter: false, new() { Margin = 0 }).Any(comparison => IsChange(comparison.Verdict));
        });

        output.WriteLine($"{first} against {second}: a false alarm in {alarms} of {seeds}");
        Assert.InRange(alarms / (double)seeds, 0, Trials.Most(0.07, seeds, atNight: 0.09));

        static ComparedPoint Scattered(Random random, int count, double variation) => Point(OfMedian(random, count, variation)) with
        {
            Blocks = [.. Enumerable.Range(1, Math.Max(10, count)).OrderBy(_ => random.Next()).Take(count).Order()],
        };
    }

    private static double[] OfMedian(Random random, int count, double variation) => [.. ReferenceSamples.Normal(random, count).Select(value => Mean * Math.Exp(variation * value))];

    private static double Changed(bool logNormal, double change, double margin) => Enumerable.Range(1, Seeds).Count(seed =>
    {
        var random = new Random(seed);
        var pair = Pair(Values(random, logNormal), Values(random, logNormal).Times(change));
        return IsChange(Compare(pair, rule: new() { Margin = margin }).Verdict);
    }) / (double)Seeds;

    private static bool IsChange(ComparisonVerdict verdict) => verdict is ComparisonVerdict.Improved or ComparisonVerdict.Regressed;

    private static double[] Values(Random random, bool logNormal) => logNormal
        ? ReferenceSamples.LogNormal(random, Repetitions, Mean, Variation)
        : ReferenceSamples.Normal(random, Repetitions, Mean, Mean * Variation);
}
