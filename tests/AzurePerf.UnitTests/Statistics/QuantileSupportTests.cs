using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class QuantileSupportTests
{
    [Theory]
    [InlineData(0.5, 6)]
    [InlineData(0.9, 36)]
    [InlineData(0.95, 72)]
    [InlineData(0.99, 368)]
    [InlineData(0.999, 3_688)]
    [InlineData(0.1, 36)]
    [InlineData(0.01, 368)]
    public void An_interval_exists_from_the_published_sample_size_on_and_not_one_sooner(double quantile, long samples)
    {
        Assert.Equal(samples, QuantileSupport.MinimumSamples(quantile));
        Assert.True(QuantileSupport.Exists(samples, quantile));
        Assert.False(QuantileSupport.Exists(samples - 1, quantile));
    }

    [Fact]
    public void No_sample_supports_nothing() => Assert.False(QuantileSupport.Exists(0, 0.5));

    [Fact]
    public void A_lower_confidence_needs_fewer_samples() => Assert.Equal(5, QuantileSupport.MinimumSamples(0.5, confidence: 0.9));

    [Theory]
    [InlineData(0.5, 0.75, 3)]
    [InlineData(0.5, 0.5, 2)]
    [InlineData(0.5, 0.875, 4)]
    public void A_probability_that_fits_exactly_is_not_lost_to_rounding(double quantile, double confidence, long samples)
        => Assert.Equal(samples, QuantileSupport.MinimumSamples(quantile, confidence));

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(-0.5)]
    [InlineData(double.NaN)]
    public void A_quantile_or_confidence_that_is_not_between_0_and_1_is_refused(double value)
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => QuantileSupport.MinimumSamples(value));
        Assert.Throws<ArgumentOutOfRangeException>(() => QuantileSupport.MinimumSamples(0.5, value));
    }
}
