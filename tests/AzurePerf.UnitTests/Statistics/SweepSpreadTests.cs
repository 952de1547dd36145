using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class SweepSpreadTests
{
    private const int Side = 8;

    [Theory]
    [InlineData(1, 0.1, 1)]
    [InlineData(3, 0, 0.01)]
    public void Sides_that_vary_differently_are_told_over_all_pairs_together(double times, double least, double most)
    {
        var random = new Random(1);
        double[][] sweep = [.. Enumerable.Range(0, 12).Select(_ => (double[])[.. ReferenceSamples.Normal(random, Side), .. ReferenceSamples.Normal(random, Side, 0, times)])];

        Assert.InRange(SweepSpread.Probability(sweep, Side), least, most);
    }

    [Fact]
    public void Neither_a_change_of_level_nor_missing_values_are_a_difference_of_spread()
    {
        var random = new Random(2);
        double[][] sweep = [.. Enumerable.Range(0, 12).Select(_ => ReferenceSamples.Normal(random, 2 * Side))];
        double[][] shifted = [.. sweep.Select(row => row.Select((value, block) => block < Side ? value : value + 100).ToArray())];
        double[][] holed = [.. shifted.Select((row, pair) => row.Select((value, block) => block == pair ? double.NaN : value).ToArray())];

        Assert.Equal(SweepSpread.Probability(sweep, Side), SweepSpread.Probability(shifted, Side));
        Assert.InRange(SweepSpread.Probability(holed, Side), 0.05, 1);
    }

    [Fact]
    public void What_never_varies_says_nothing() => Assert.Equal(1, SweepSpread.Probability([[.. Enumerable.Repeat(3.0, 2 * Side)]], Side));
}
