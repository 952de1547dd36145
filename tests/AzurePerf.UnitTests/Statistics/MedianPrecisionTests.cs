using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class MedianPrecisionTests
{
    [Fact]
    public void Ten_independent_blocks_have_an_interval_from_the_second_to_the_ninth()
    {
        var precision = MedianPrecision.Of([105, 95, 103, 97, 101, 99, 102, 98, 104, 96])!;

        // They alternate, which counts as independent and not as more.
        Assert.Equal((10, 10, 100), (precision.Blocks, precision.EffectiveBlocks, precision.Median));
        Assert.Equal(0.04, precision.FarthestEnd!.Value, 9);
    }

    [Fact]
    public void The_farther_end_counts()
    {
        var precision = MedianPrecision.Of([100, 150, 99, 151, 98, 152, 97, 153])!;

        Assert.Equal(125, precision.Median);
        Assert.Equal((125 - 97.0) / 125, precision.FarthestEnd!.Value, 9);
    }

    [Fact]
    public void Five_blocks_have_no_interval_and_one_has_nothing()
    {
        Assert.Null(MedianPrecision.Of([1, 2, 1, 2, 1])!.FarthestEnd);
        Assert.Null(MedianPrecision.Of([1]));
        Assert.Null(MedianPrecision.Of([]));
    }

    [Fact]
    public void Blocks_that_follow_each_other_closely_are_worth_fewer()
    {
        double[] drifting = [.. Enumerable.Range(0, 60).Select(index => 100 + (5 * Math.Sin(index / 10.0)))];
        double[] shuffled = [.. drifting.Select((value, index) => (value, key: index * 37 % 60)).OrderBy(pair => pair.key).Select(pair => pair.value)];

        var (slow, independent) = (MedianPrecision.Of(drifting)!, MedianPrecision.Of(shuffled)!);
        Assert.InRange(slow.EffectiveBlocks, 1, 6);
        Assert.True(slow.FarthestEnd is null || slow.FarthestEnd > independent.FarthestEnd);
        Assert.NotNull(independent.FarthestEnd);
    }

    [Fact]
    public void A_constant_is_known_exactly_and_zero_has_no_share() =>
        Assert.Equal((0.0, null), (MedianPrecision.Of([7, 7, 7, 7, 7, 7])!.FarthestEnd, MedianPrecision.Of([0, 0, 0, 0, 0, 0])!.FarthestEnd));
}
