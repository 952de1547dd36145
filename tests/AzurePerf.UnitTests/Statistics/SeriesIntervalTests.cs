using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class SeriesIntervalTests
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
        var covered = Trials.Share(200, random => MeanInterval.OfSeries(ReferenceSamples.Autocorrelated(random, 100, lag1)) is not { } interval || interval.Contains(0));

        Assert.InRange(covered, Trials.Bound(0.92, 0.88), Trials.Bound(0.985, 0.995));
    }

    [Fact]
    public void It_holds_on_values_that_are_skewed()
    {
        var variation = Math.Sqrt(Math.Exp(0.25) - 1);
        var covered = Trials.Share(200, random => MeanInterval.OfSeries(ReferenceSamples.LogNormal(random, 100, 10, variation))!.Value.Contains(10));

        Assert.InRange(covered, Trials.Bound(0.92, 0.88), Trials.Bound(0.985, 0.995));
    }

    [Fact]
    public void Of_independent_values_it_is_hardly_wider_than_students()
    {
        var wider = Enumerable.Range(1, 50).Average(seed =>
        {
            var values = ReferenceSamples.Normal(new Random(seed), 120);
            return MeanInterval.OfSeries(values)!.Value.HalfWidth / MeanInterval.Of(values)!.Value.HalfWidth;
        });

        Assert.InRange(wider, 1, 1.1);
    }

    [Fact]
    public void Values_that_only_rise_are_worth_too_few_for_one() =>
        Assert.Null(MeanInterval.OfSeries([.. Enumerable.Range(0, 100).Select(value => (double)value)]));

    [Fact]
    public void Values_that_never_differ_are_known_exactly() => Assert.Equal(new(7, 7), MeanInterval.OfSeries([.. Enumerable.Repeat(7.0, 100)]));

    [Theory]
    [InlineData(12)]
    [InlineData(50)]
    public void A_rise_is_told_whatever_its_curve(int count)
    {
        double[][] rises = [[.. Course(index => index)], [.. Course(index => index * index)], [.. Course(index => Math.Exp(index / 4.0))], [.. Course(index => -1 / (index + 1.0))]];

        Assert.All(rises, rise => Assert.InRange(MannKendall.OfDependent(rise).TwoSided, 0, 1e-6));

        IEnumerable<double> Course(Func<int, double> of) => Enumerable.Range(0, count).Select(of);
    }

    [Theory]
    [InlineData(12, 0)]
    [InlineData(12, 0.6)]
    [InlineData(60, 0.6)]
    [InlineData(200, 0.6)]
    public void Values_that_wander_about_one_level_are_seldom_called_rising_or_falling(int count, double lag1)
    {
        var alarms = Trials.Share(400, random => MannKendall.OfDependent(ReferenceSamples.Autocorrelated(random, count, lag1)).TwoSided < 0.001);

        Assert.InRange(alarms, 0, Trials.Bound(0.025, 0.05));
    }
}
