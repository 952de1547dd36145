using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class CensoredDistributionTests
{
    [Fact]
    public void Exact_values_give_their_own_quantiles()
    {
        var distribution = CensoredDistribution.Of([.. Enumerable.Range(1, 100).Select(value => new BoundedValue(value, value))]);

        Assert.Equal([50, 90, 99], new[] { 0.5, 0.9, 0.99 }.Select(share => distribution.Quantile(share)));
    }

    [Fact]
    public void With_values_that_were_cut_off_it_is_the_estimate_of_Kaplan_and_Meier()
    {
        // Freireich et al. 1963, weeks in remission with 6-MP: the textbook case, median 23.
        double[] ended = [6, 6, 6, 7, 10, 13, 16, 22, 23];
        double[] cutOff = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35];
        var distribution = CensoredDistribution.Of([.. ended.Select(value => new BoundedValue(value, value)), .. cutOff.Select(value => new BoundedValue(value, double.PositiveInfinity))]);
        var curve = SurvivalCurve.Of([.. ended.Select(value => new CensoredDuration(value, Censored: false)), .. cutOff.Select(value => new CensoredDuration(value, Censored: true))]);

        Assert.Equal(23, distribution.Quantile(0.5));
        Assert.All(new[] { 0.1, 0.2, 0.25, 0.35, 0.5, 0.55 }, share => Assert.Equal(curve.Quantile(share), distribution.Quantile(share)));
        Assert.Null(distribution.Quantile(0.6));
    }

    [Fact]
    public void Intervals_that_meet_share_their_mass_where_they_overlap()
    {
        // Of (0, 4] and (2, 6] both can lie in (2, 4]: the most likely estimate puts all there.
        var distribution = CensoredDistribution.Of([new(0, 4), new(2, 6)]);

        Assert.Equal(4, distribution.Quantile(0.01));
        Assert.Equal(4, distribution.Quantile(0.99));
    }

    [Fact]
    public void Looks_at_whole_seconds_give_the_quantiles_to_the_second()
    {
        var random = new Random(5);
        double[] times = [.. Enumerable.Range(0, 2_000).Select(_ => -10 * Math.Log(1 - random.NextDouble()))];
        var distribution = CensoredDistribution.Of([.. times.Select(time => time > 40 ? new BoundedValue(40, double.PositiveInfinity) : new BoundedValue(Math.Floor(time), Math.Floor(time) + 1))]);

        foreach (var share in new[] { 0.1, 0.5, 0.9 })
        {
            Assert.InRange(distribution.Quantile(share)!.Value, (-10 * Math.Log(1 - share)) - 1, (-10 * Math.Log(1 - share)) + 2);
        }

        Assert.Null(distribution.Quantile(0.995));
    }

    [Fact]
    public void Observations_without_sense_are_refused()
    {
        Assert.Throws<ArgumentException>(() => CensoredDistribution.Of([new(-1, 2)]));
        Assert.Throws<ArgumentException>(() => CensoredDistribution.Of([new(3, 2)]));
        Assert.Throws<ArgumentException>(() => CensoredDistribution.Of([new(double.NaN, 2)]));
        Assert.Throws<ArgumentException>(() => CensoredDistribution.Of([new(1, 2, 0)]));
    }
}
