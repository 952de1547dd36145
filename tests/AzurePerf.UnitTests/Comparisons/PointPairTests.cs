using AzurePerf.Core.Comparisons;
using Xunit;
using static AzurePerf.UnitTests.Comparisons.ComparedPoints;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class PointPairTests
{
    public static TheoryData<MeasurementSetting, ComparisonObstacle, string> Others => new()
    {
        { Setting with { Sdk = "Azure.Storage.Blobs 12.18.0" }, ComparisonObstacle.OtherSdk, "other SDK" },
        { Setting with { Build = "0.2.0" }, ComparisonObstacle.OtherBuild, "other build" },
        { Setting with { Size = "Standard_D8s_v5" }, ComparisonObstacle.OtherSize, "other machine size" },
        { Setting with { Region = "northeurope" }, ComparisonObstacle.OtherRegion, "other region" },
        { Setting with { Scale = "emulator" }, ComparisonObstacle.OtherScale, "other scale" },
    };

    [Theory]
    [MemberData(nameof(Others))]
    public void Another_setting_forbids_to_compare_unless_it_differs_on_purpose(MeasurementSetting other, ComparisonObstacle obstacle, string text)
    {
        var pair = new PointPair(Point(Hundred), Point(Hundred.Times(2), other));

        Assert.Equal([obstacle], pair.Obstacles(new()));
        Assert.Equal(ComparisonVerdict.NotComparable, Compare(pair).Verdict);
        Assert.Equal(text, ObstacleText.Of(obstacle));
        Assert.Equal(ComparisonVerdict.Improved, Compare(pair, rule: new() { OnPurpose = new HashSet<ComparisonObstacle> { obstacle } }).Verdict);
    }

    [Fact]
    public void Five_repetitions_of_either_side_are_too_few()
    {
        Assert.Equal([ComparisonObstacle.TooFewRepetitions], Pair(Hundred[..5], Hundred).Obstacles(new()));
        Assert.Equal([ComparisonObstacle.TooFewRepetitions], Pair(Hundred, Hundred[..5]).Obstacles(new()));
        Assert.Empty(Pair(Hundred[..6], Hundred[..6]).Obstacles(new()));
        Assert.Equal("cannot be compared: fewer than 6 repetitions", ObstacleText.Of(ComparisonObstacle.TooFewRepetitions));
    }

    [Fact]
    public void A_side_of_which_the_measuring_machine_limited_so_much_that_too_little_is_left_gets_no_conclusion()
    {
        var bound = Point(Hundred[..5]) with { GeneratorBound = 5 };

        Assert.Equal([ComparisonObstacle.GeneratorBound, ComparisonObstacle.TooFewRepetitions], new PointPair(Point(Hundred), bound).Obstacles(new()));
        Assert.Equal([ComparisonObstacle.GeneratorBound, ComparisonObstacle.TooFewRepetitions], new PointPair(bound, Point(Hundred)).Obstacles(new()));
        Assert.Equal(ComparisonVerdict.NotComparable, Compare(new PointPair(Point(Hundred), bound)).Verdict);
        Assert.Empty(new PointPair(Point(Hundred), Point(Hundred[..6]) with { GeneratorBound = 4 }).Obstacles(new()));
        Assert.Equal("the measuring machine was the limit", ObstacleText.Of(ComparisonObstacle.GeneratorBound));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void A_value_without_a_ratio_forbids_to_compare(double value) =>
        Assert.Equal([ComparisonObstacle.ValueNotPositive], Pair(Hundred, [.. Hundred[1..], value]).Obstacles(new()));

    [Fact]
    public void Every_obstacle_is_named()
    {
        var pair = new PointPair(Point([1]) with { GeneratorBound = 1 }, Point([0], new("", "", "", "", "") { Parameters = "{}" }));

        Assert.Equal(Enum.GetValues<ComparisonObstacle>(), pair.Obstacles(new()));
        Assert.All(Enum.GetValues<ComparisonObstacle>(), obstacle => Assert.NotEmpty(ObstacleText.Of(obstacle)));
    }
}
