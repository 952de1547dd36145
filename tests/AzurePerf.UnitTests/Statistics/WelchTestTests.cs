using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class WelchTestTests
{
    // t is 2.2138 with 11.505 degrees of freedom; the tail of Student's distribution was integrated by the midpoint rule.
    [Fact]
    public void A_probability_is_that_of_the_textbook_formula()
    {
        var (first, second) = (SampleMoments.Of(ReferenceSamples.A), SampleMoments.Of([.. ReferenceSamples.B, 20]));

        Assert.Equal(0.0239377612, WelchTest.SecondIsGreater(first, second), 1e-8);
        Assert.Equal(1 - 0.0239377612, WelchTest.SecondIsGreater(second, first), 1e-8);
    }

    [Theory]
    [InlineData(4, 0)]
    [InlineData(3, 1)]
    [InlineData(2, 1)]
    public void Values_that_never_vary_are_greater_or_not(double second, double probability) =>
        Assert.Equal(probability, WelchTest.SecondIsGreater(SampleMoments.Of([3, 3, 3]), SampleMoments.Of([second, second])));
}
