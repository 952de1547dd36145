using AzurePerf.Core.Statistics;
using MathNet.Numerics.Distributions;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class DeviationRatioTests
{
    private const int Trials = 100;

    [Fact]
    public void A_ratio_is_that_of_the_standard_deviations()
    {
        // The published standard deviations of small and extra large machines.
        double[] large = [10 - 0.523, 10, 10 + 0.523];
        double[] small = [20 - 1.207, 20, 20 + 1.207];
        Assert.Equal(2.31, DeviationRatio.Of(small, large)!.Value, 0.005);
    }

    [Fact]
    public void What_never_varies_or_is_too_short_has_no_ratio_or_no_interval()
    {
        Assert.Null(DeviationRatio.Of([1, 2], [3, 3]));
        Assert.Null(DeviationRatio.Of([1], [3, 4]));
        Assert.Null(DeviationRatio.Of([1, 2, 3], [3, 4, 9])!.Interval);
    }

    [Theory]
    [InlineData(0.1)]
    [InlineData(33.3333)]
    [InlineData(1234.567)]
    public void Equal_values_have_no_ratio_however_many_whatever_their_mean_is_rounded_to(double value)
    {
        for (var count = 2; count <= 120; count++)
        {
            double[] equal = [.. Enumerable.Repeat(value, count)];
            Assert.Null(DeviationRatio.Of(Normals(new(count), 60, 1), equal));
            Assert.Null(DeviationRatio.Of(equal, equal));
        }
    }

    [Fact]
    public void Few_values_have_no_probability_because_two_are_as_far_from_their_median_as_each_other()
    {
        Assert.Null(DeviationRatio.Of([1, 2], [1, 4])!.Probability);
        Assert.Null(DeviationRatio.Of(Normals(new(14), 9, 1), Normals(new(15), 60, 1))!.Probability);
        Assert.NotNull(DeviationRatio.Of(Normals(new(14), 10, 1), Normals(new(15), 60, 1))!.Probability);
    }

    [Theory]
    [InlineData(60, 0)]
    [InlineData(20, 0.6)]
    public void Equal_spreads_of_values_that_resemble_the_one_before_are_called_different_in_no_more_than_5_of_100_cases(
        int count, double lag1)
    {
        var random = new Random(16);
        var alarms = Enumerable.Range(0, 10 * Trials)
            .Count(_ => DeviationRatio.Of(Wandering(random, count, lag1), Wandering(random, count, lag1))!.Probability <= 0.05);
        Assert.InRange(alarms, 0, 65);
    }

    [Fact]
    public void Equal_spreads_of_series_that_switch_between_two_levels_are_seldom_called_different()
    {
        var random = new Random(17);
        var alarms = Enumerable.Range(0, 10 * Trials)
            .Count(_ => DeviationRatio.Of(ReferenceSamples.Switching(random, 120, 0.3, 0.5), ReferenceSamples.Switching(random, 120, 0.3, 0.5))!.Probability <= 0.05);
        Assert.InRange(alarms, 0, 75);
    }

    [Fact]
    public void An_interval_holds_the_true_ratio_in_about_95_of_100_cases()
    {
        var random = new Random(11);
        var held = Enumerable.Range(0, Trials).Count(_ => DeviationRatio.Of(Normals(random, 60, 2), Normals(random, 60, 1))!.Interval!.Value.Contains(2));
        Assert.InRange(held, 86, Trials);
    }

    [Fact]
    public void Equal_spreads_are_seldom_called_different_and_twice_the_spread_always()
    {
        var random = new Random(12);
        var alarms = Enumerable.Range(0, Trials).Count(_ => DeviationRatio.Of(Normals(random, 60, 1), Normals(random, 60, 1))!.Probability <= 0.05);
        var found = Enumerable.Range(0, Trials).Count(_ => DeviationRatio.Of(Normals(random, 60, 2), Normals(random, 60, 1))!.Probability <= 0.05);
        Assert.InRange(alarms, 0, 12);
        Assert.InRange(found, 95, Trials);
    }

    [Fact]
    public void A_series_that_drifts_has_a_wider_interval_than_its_values_in_any_order()
    {
        var random = new Random(13);
        var level = 0.0;
        double[] drifting = [.. Normals(random, 400, 1).Select(step => level = (0.8 * level) + step - 10)];
        var steady = Normals(random, 400, 1);
        double[] shuffled = [.. drifting];
        random.Shuffle(shuffled);
        var (wide, narrow) = (DeviationRatio.Of(drifting, steady)!, DeviationRatio.Of(shuffled, steady)!);
        Assert.Equal(narrow.Value, wide.Value, 1e-9);
        Assert.True(wide.Interval!.Value.HalfWidth > 1.3 * narrow.Interval!.Value.HalfWidth);
        Assert.True(wide.Probability > narrow.Probability);
    }

    private static double[] Wandering(Random random, int count, double lag1)
    {
        var level = 0.0;
        return [.. Normals(random, count + 20, 1).Select(step => level = (lag1 * level) + step - 10).Skip(20)];
    }

    private static double[] Normals(Random random, int count, double deviation)
    {
        var values = new double[count];
        Normal.Samples(random, values, 10, deviation);
        return values;
    }
}
