using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

/// <summary>Every interval over repetitions that says 95 % holds the truth in 92 to 98.5 % of the cases, of normal and of skewed values, at the fewest that it is shown for.</summary>
public sealed class IntervalTrialTests(ITestOutputHelper output)
{
    private const double Skew = 0.5;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Of_a_mean(bool isSkewed) => Check("mean", isSkewed, random =>
        MeanInterval.Of(Values(random, isSkewed, MeanInterval.MinimumSamples))!.Value.Contains(isSkewed ? Math.Exp(Skew * Skew / 2) : 10));

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Of_a_median(bool isSkewed) => Check("median", isSkewed, random =>
    {
        var count = (int)QuantileSupport.MinimumSamples(0.5);
        var ranks = QuantileInterval.For(count, 0.5)!.Value;
        double[] sorted = [.. Values(random, isSkewed, count).Order()];
        return new ConfidenceInterval(sorted[ranks.LowerRank - 1], sorted[ranks.UpperRank - 1]).Contains(isSkewed ? 1 : 10);
    });

    [Theory]
    [InlineData(false, 6, 6, 1)]
    [InlineData(true, 6, 6, 1)]
    [InlineData(true, 10, 10, 1)]
    [InlineData(false, 6, 20, 0.1)]
    [InlineData(true, 6, 20, 0.1)]
    [InlineData(true, 10, 20, 0.3)]
    [InlineData(true, 20, 20, 0.1)]
    [InlineData(true, 6, 21, 0.1)]
    [InlineData(true, 10, 50, 0.2)]
    public void Of_a_ratio_of_two_runs_of_any_sizes_that_vary_differently(bool isSkewed, int first, int second, double spread) =>
        Check($"ratio, {first} and {second} repetitions, {spread} times the spread", isSkewed, random => HodgesLehmann
            .Ratio(Values(random, isSkewed, first), [.. Values(random, isSkewed, second, spread).Select(value => 2 * value)]).Interval!.Value.Contains(2));

    [Theory]
    [InlineData(false, 1, DeviationRatio.MinimumSamples, 0)]
    [InlineData(true, 1, DeviationRatio.MinimumSamples, 0)]
    [InlineData(false, 2, DeviationRatio.MinimumSamples, 0)]
    [InlineData(true, 2, DeviationRatio.MinimumSamples, 0)]
    [InlineData(true, 2, 48, 0)]
    [InlineData(false, 4, 400, 0)]
    [InlineData(false, 1, 100, 0.5)]
    [InlineData(true, 1, 100, 0.5)]
    [InlineData(false, 2, 100, 0.5)]
    [InlineData(true, 2, 100, 0.5)]
    public void Of_a_ratio_of_standard_deviations(bool isSkewed, double ratio, int count, double lag1) => Check($"ratio of deviations {ratio}, {count} values, lag-1 {lag1}", isSkewed, random =>
        IntervalOf(random, isSkewed, ratio, count, lag1).Contains(ratio));

    /// <summary>What varies is now on one host, then on another: the squared deviations resemble each other as much as the values.</summary>
    [Theory]
    [InlineData(0.3, 0.5, 120)]
    [InlineData(0.3, 0.5, 400)]
    [InlineData(0.1, 0.5, 400)]
    [InlineData(0.3, 0.8, 400)]
    public void Of_a_ratio_of_standard_deviations_of_series_that_switch_between_two_levels(double slow, double lag1, int count) =>
        Check($"ratio of deviations, {slow:P0} slow, lag-1 {lag1}, {count} values", isSkewed: true, random => DeviationRatio
            .Of(ReferenceSamples.Switching(random, count, slow, lag1), ReferenceSamples.Switching(random, count, slow, lag1))!.Interval!.Value.Contains(1));

    /// <summary>Where a series has none by chance, another one is drawn: the promise is about those that are shown.</summary>
    private static ConfidenceInterval IntervalOf(Random random, bool isSkewed, double ratio, int count, double lag1)
    {
        ConfidenceInterval? interval = null;
        while (interval is null)
        {
            var (above, below) = (Series(random, isSkewed, count, lag1), Series(random, isSkewed, count, lag1));
            interval = DeviationRatio.Of([.. above.Select(value => ratio * value)], below)!.Interval;
        }

        return interval.Value;
    }

    private void Check(string name, bool isSkewed, Func<Random, bool> isHeld)
    {
        var held = Trials.Share(400, isHeld);
        output.WriteLine($"{name}, {(isSkewed ? "lognormal" : "normal")}: {held:P1}");
        Assert.InRange(held, Trials.Bound(0.92, 0.89), Trials.Bound(0.985, 1));
    }

    private static double[] Values(Random random, bool isSkewed, int count, double spread = 1) => Series(random, isSkewed, count, 0, spread);

    private static double[] Series(Random random, bool isSkewed, int count, double lag1, double spread = 1) =>
        [.. ReferenceSamples.Autocorrelated(random, count, lag1).Select(value => isSkewed ? Math.Exp(Skew * spread * value) : 10 + (spread * value))];
}
