using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

/// <summary>What is promised of values that follow each other in time.</summary>
public sealed class SeriesTrialTests(ITestOutputHelper output)
{
    [Theory]
    [InlineData(0)]
    [InlineData(0.3)]
    [InlineData(0.5)]
    [InlineData(0.6)]
    [InlineData(0.8)]
    [InlineData(0.9)]
    public void The_interval_of_the_mean_of_a_hundred_values_holds_however_alike_neighbours_are(double lag1)
    {
        // Of those that are shown: what is worth too few values has no interval.
        var shown = Trials.Share(200, random => IntervalOf(random) is not null);
        var covered = Trials.Share(200, random => IntervalOf(random) is { } interval && interval.Contains(0)) / shown;

        output.WriteLine($"lag-1 {lag1}: {covered:P1} of {shown:P1}");
        Assert.InRange(covered, Trials.Bound(0.92, 0.88), Trials.Bound(0.985, 0.995));

        ConfidenceInterval? IntervalOf(Random random) => MeanInterval.OfSeries(ReferenceSamples.Autocorrelated(random, 100, lag1));
    }

    [Fact]
    public void It_holds_on_values_that_are_skewed()
    {
        var variation = Math.Sqrt(Math.Exp(0.25) - 1);
        var covered = Trials.Share(200, random => MeanInterval.OfSeries(ReferenceSamples.LogNormal(random, 100, 10, variation))!.Value.Contains(10));

        output.WriteLine($"lognormal: {covered:P1}");
        Assert.InRange(covered, Trials.Bound(0.92, 0.88), Trials.Bound(0.985, 0.995));
    }

    [Theory]
    [InlineData(12, 0)]
    [InlineData(12, 0.6)]
    [InlineData(60, 0.6)]
    [InlineData(200, 0.6)]
    public void Values_that_wander_about_one_level_are_seldom_called_rising_or_falling(int count, double lag1)
    {
        var alarms = Trials.Share(400, random => MannKendall.OfDependent(ReferenceSamples.Autocorrelated(random, count, lag1)).TwoSided < 0.001);

        output.WriteLine($"{count} values, lag-1 {lag1}: {alarms:P1}");
        Assert.InRange(alarms, 0, Trials.Bound(0.025, 0.05));
    }
}
