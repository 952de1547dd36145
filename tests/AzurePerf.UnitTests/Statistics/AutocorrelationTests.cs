using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class AutocorrelationTests
{
    // R's data set lh: luteinizing hormone in blood at ten-minute intervals.
    private static readonly double[] Lh =
    [
        2.4, 2.4, 2.4, 2.2, 2.1, 1.5, 2.3, 2.3, 2.5, 2.0, 1.9, 1.7, 2.2, 1.8, 3.2, 3.2, 2.7, 2.2, 2.2, 1.9, 1.9, 1.8, 2.7, 3.0,
        2.3, 2.0, 2.0, 2.9, 2.9, 2.7, 2.7, 2.3, 2.6, 2.4, 1.8, 1.7, 1.5, 1.4, 2.1, 3.3, 3.5, 3.5, 3.1, 2.6, 2.1, 3.4, 3.0, 2.9,
    ];

    // R: acf(lh, plot = FALSE)$acf[2]
    [Fact]
    public void It_is_the_autocorrelation_of_R()
    {
        var autocorrelation = Autocorrelation.Of(Lh);

        Assert.Equal(0.5755244755244755, autocorrelation.Lag1, 1e-12);
        Assert.Equal(48 * (1 - 0.5755244755244755) / 1.5755244755244755, autocorrelation.EffectiveSamples, 1e-9);
        Assert.True(autocorrelation.IsDependent);
    }

    [Fact]
    public void A_constant_series_has_none() => Assert.Equal(new Autocorrelation(0, 5), Autocorrelation.Of([3, 3, 3, 3, 3]));

    [Fact]
    public void An_alternating_series_counts_for_no_more_values_than_it_has()
    {
        var autocorrelation = Autocorrelation.Of([1, 2, 1, 2, 1, 2, 1, 2]);

        Assert.Equal(-0.875, autocorrelation.Lag1, 1e-12);
        Assert.Equal(8, autocorrelation.EffectiveSamples);
        Assert.False(autocorrelation.IsDependent);
    }

    [Fact]
    public void It_knows_neither_level_nor_unit_and_reads_the_same_backwards() => SeededProperty.Holds(
        SampleGenerators.Values(2, 40),
        series =>
        {
            var lag1 = Autocorrelation.Of(series).Lag1;
            return lag1 is >= -1 and <= 1
                && Math.Abs(lag1 - Autocorrelation.Of([.. series.Select(value => (8 * value) - 100)]).Lag1) < 1e-9
                && Math.Abs(lag1 - Autocorrelation.Of([.. series.Reverse()]).Lag1) < 1e-9;
        });
}
