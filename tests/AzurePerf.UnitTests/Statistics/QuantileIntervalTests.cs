using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class QuantileIntervalTests
{
    [Theory]
    [InlineData(6, 1, 6)]
    [InlineData(7, 1, 7)]
    [InlineData(8, 1, 8)]
    [InlineData(9, 2, 8)]
    [InlineData(10, 2, 9)]
    [InlineData(20, 6, 15)]
    [InlineData(30, 10, 21)]
    [InlineData(50, 18, 33)]
    [InlineData(100, 40, 61)]
    public void The_median_lies_between_the_published_ranks(long samples, long lower, long upper)
        => Assert.Equal(new QuantileInterval(lower, upper), QuantileInterval.For(samples, 0.5));

    [Theory]
    [InlineData(5, 0.5)]
    [InlineData(35, 0.9)]
    [InlineData(367, 0.99)]
    public void There_is_none_when_n_is_too_small(long samples, double quantile)
        => Assert.Null(QuantileInterval.For(samples, quantile));

    [Fact]
    public void The_smallest_supported_sample_ends_at_its_maximum()
        => Assert.Equal(368, QuantileInterval.For(368, 0.99)!.Value.UpperRank);

    [Fact]
    public void A_million_samples_give_the_ranks_of_the_normal_approximation()
    {
        var interval = QuantileInterval.For(1_000_000, 0.99)!.Value;

        var halfWidth = 1.959964 * Math.Sqrt(1_000_000 * 0.99 * 0.01);
        Assert.InRange(interval.LowerRank, 990_000 - halfWidth - 2, 990_000 - halfWidth + 2);
        Assert.InRange(interval.UpperRank, 990_000 + halfWidth - 2, 990_000 + halfWidth + 2);
    }

    [Theory]
    [InlineData(10, 0.5)]
    [InlineData(60, 0.9)]
    [InlineData(500, 0.99)]
    public void Seeded_samples_are_covered_at_least_as_often_as_promised(int samples, double quantile)
    {
        var rounds = Night.Size(usually: 1_000, atNight: 4_000);
        var random = new Random(7);
        var interval = QuantileInterval.For(samples, quantile)!.Value;
        var covered = 0;
        for (var round = 0; round < rounds; round++)
        {
            var sorted = Enumerable.Range(0, samples).Select(_ => random.NextDouble()).Order().ToArray();
            covered += sorted[interval.LowerRank - 1] <= quantile && quantile <= sorted[interval.UpperRank - 1] ? 1 : 0;
        }

        // Three standard errors below 95 %.
        Assert.InRange(covered / (double)rounds, 0.95 - (3 * Math.Sqrt(0.95 * 0.05 / rounds)), 1);
    }
}
