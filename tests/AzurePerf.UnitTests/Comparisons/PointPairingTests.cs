using AzurePerf.Core.Comparisons;
using Xunit;
using static AzurePerf.UnitTests.Comparisons.ComparedPoints;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class PointPairingTests
{
    private static readonly ComparedPoint One = Point([1], levels: """{ "clients": 1, "size": "1 KB" }""");
    private static readonly ComparedPoint Sixteen = Point([2], levels: """{ "clients": 16, "size": "1 KB" }""");
    private static readonly ComparedPoint Large = Point([3], levels: """{ "clients": 16, "size": "64 KB" }""");

    [Fact]
    public void Points_of_the_same_levels_are_paired_in_the_order_of_the_first_run_and_the_rest_is_named()
    {
        var turned = Point([4], levels: """{ "size": "1 KB", "clients": 1 }""");
        var pairing = PointPairing.Of([Sixteen, One], [turned, Large, Sixteen]);

        Assert.Equal([new(Sixteen, Sixteen), new(One, turned)], pairing.Pairs);
        Assert.Empty(pairing.OnlyFirst);
        Assert.Equal([Large], pairing.OnlySecond);
        Assert.Equal([Large], PointPairing.Of([Large, One], [One]).OnlyFirst);
    }

    [Fact]
    public void Two_points_of_one_run_with_the_same_levels_are_refused() =>
        Assert.Throws<ArgumentException>(() => PointPairing.Of([One], [Sixteen, Sixteen]));
}
