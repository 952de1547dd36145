using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class EnergyDistancesTests
{
    private static readonly double[] Step = [5.0, 5.4, 4.8, 5.1, 5.3, 7.9, 8.4, 8.1, 7.6, 8.3, 8.0];

    // Python, by the definition: n*m/(n+m) * (2*mean|between| - mean|pairs of left| - mean|pairs of right|)
    [Theory]
    [InlineData(0, 5, 11, 14.2)]
    [InlineData(0, 1, 2, 0.4)]
    [InlineData(0, 1, 11, 1.955555555555556)]
    [InlineData(2, 6, 9, 4.285714285714283)]
    [InlineData(0, 10, 11, 1.2282828282828282)]
    public void The_divergence_is_that_of_its_definition(int start, int split, int end, double divergence)
        => Assert.Equal(divergence, new EnergyDistances(Step).Divergence(start, split, end), 1e-12);

    [Fact]
    public void It_is_greatest_at_a_step()
        => Assert.Equal(5, Enumerable.Range(1, 10).MaxBy(split => new EnergyDistances(Step).Divergence(0, split, 11)));
}
