using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class BrownForsytheTests
{
    [Fact]
    public void A_probability_is_that_of_the_textbook_formula()
    {
        // F(1, 19) = 7.8223 of the distances from the medians; the tail of Student's t was integrated numerically.
        double[] even = [64.1, 63.2, 65.0, 64.4, 63.9, 70.2, 64.0, 63.1, 64.8, 64.5];
        double[] spread = [61.0, 67.5, 72.3, 58.8, 64.9, 80.1, 55.2, 66.6, 63.7, 69.9, 60.5];
        Assert.Equal(0.0115027, BrownForsythe.TwoSided(even, spread), 1e-6);
        Assert.Equal(BrownForsythe.TwoSided(even, spread), BrownForsythe.TwoSided(spread, even), 1e-12);
    }

    [Fact]
    public void Equal_spreads_at_other_levels_are_no_difference() =>
        Assert.Equal(1, BrownForsythe.TwoSided([1, 2, 3, 4, 9], [101, 102, 103, 104, 109]));

    [Fact]
    public void Values_that_depend_on_each_other_say_less()
    {
        double[] even = [1, 2, 1, 2, 1, 2, 1, 2];
        double[] spread = [1, 5, 0, 6, 1, 4, 0, 7];
        Assert.True(BrownForsythe.TwoSided(even, spread, independentShare: 0.5) > BrownForsythe.TwoSided(even, spread));
    }
}
