using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class TheilSenTests
{
    [Fact]
    public void Of_a_line_it_is_its_slope() => Assert.Equal(-2.5, TheilSen.Slope([10, 7.5, 5, 2.5]), 12);

    // Slopes 1, 1, 1, 1, 1, 1 of the line and 96, 48.5, 32.67, 25 to the last value: the median of ten is 1.
    [Fact]
    public void One_value_apart_does_not_move_it() => Assert.Equal(1, TheilSen.Slope([1, 2, 3, 4, 100]), 12);

    // SciPy 1.10.1: scipy.stats.theilslopes(numpy.log(values)).slope
    [Fact]
    public void Its_slope_is_that_of_scipy() =>
        Assert.Equal(0.17534843652817528, TheilSen.Slope([.. new[] { 8.9, 9.4, 12.1, 11.8, 17, 19.5, 24.2, 28.9 }.Select(value => Math.Log(value))]), 12);

    [Fact]
    public void One_value_has_no_slope() => Assert.Throws<ArgumentException>(() => TheilSen.Slope([1]));
}
