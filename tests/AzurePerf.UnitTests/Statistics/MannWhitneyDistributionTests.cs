using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class MannWhitneyDistributionTests
{
    // R: pwilcox(u, n, m)
    [Theory]
    [InlineData(23, 10, 10, 0.021628526272489117)]
    [InlineData(30, 7, 12, 0.17011986981027227)]
    [InlineData(127, 20, 20, 0.024545162594686219)]
    [InlineData(199, 20, 20, 0.49466581656212649)]
    [InlineData(400, 20, 20, 1)]
    [InlineData(-1, 20, 20, 0)]
    public void Its_probabilities_are_those_of_R(int u, int first, int second, double probability)
        => Assert.Equal(probability, new MannWhitneyDistribution(first, second).AtMost(u), 1e-14);

    // R: qwilcox(0.025, n, m), the greatest k with P(U < k) <= 0.025
    [Theory]
    [InlineData(3, 3, 0)]
    [InlineData(6, 6, 6)]
    [InlineData(7, 12, 19)]
    [InlineData(10, 10, 24)]
    [InlineData(20, 20, 128)]
    public void Its_ranks_are_those_of_R(int first, int second, int rank) => Assert.Equal(rank, new MannWhitneyDistribution(first, second).RankOf(0.025));

    [Fact]
    public void A_small_one_agrees_with_counting_every_arrangement()
    {
        var values = new[] { 1.0, 2, 3, 4, 5, 6, 7 };
        var counts = new int[13];
        for (var set = 0; set < 128; set++)
        {
            var second = values.Where((_, index) => (set >> index & 1) == 1).ToArray();
            if (second.Length == 4)
            {
                counts[second.Sum(value => values.Except(second).Count(other => other < value))]++;
            }
        }

        var distribution = new MannWhitneyDistribution(3, 4);
        for (var u = 0; u <= 12; u++)
        {
            Assert.Equal(counts.Take(u + 1).Sum() / 35.0, distribution.AtMost(u), 1e-15);
        }
    }
}
